"""Runs the transformer's models in ONNX Runtime and compares them with the same transformer written in numpy.

usage: check.py FOLDER    the folder with step.onnx and complete.onnx

Prints one line for each check; fails at the first that does not hold.
"""

import collections
import pathlib
import sys

import numpy as np
import onnx
import onnx.numpy_helper
import onnxruntime

LAYERS, HEADS, END, MAX_LENGTH = 3, 4, 39, 24
PROMPTS = [[7], [3, 41, 15], [48, 2, 2, 19, 30, 8, 23], list(range(1, 25)), list(range(20, 49)), [11, 29]]


class Reference:
    """The transformer without a cache: each step computes all positions anew."""

    def __init__(self, weights):
        self.w = {name: value.astype(np.float64) for name, value in weights.items()}

    @staticmethod
    def norm(x, gain):
        return x / np.sqrt(np.mean(np.square(x), axis=-1, keepdims=True) + 1e-5) * gain

    @staticmethod
    def turn(x):
        """Rotary position embedding, as products of complex numbers. x: (heads, tokens, size)"""
        half = x.shape[-1] // 2
        angles = np.outer(np.arange(x.shape[1]), 10000.0 ** (-np.arange(half) / half))
        turned = (x[..., :half] + 1j * x[..., half:]) * np.exp(1j * angles)
        return np.concatenate([turned.real, turned.imag], axis=-1)

    def attention(self, x, layer):
        def heads(name):
            return (x @ self.w[f"{layer}.{name}"]).reshape(len(x), HEADS, -1).swapaxes(0, 1)

        query, key, value = self.turn(heads("query")), self.turn(heads("key")), heads("value")
        scores = np.einsum("hqs,hks->hqk", query, key) / np.sqrt(query.shape[-1])
        scores[:, np.triu(np.ones(scores.shape[1:], bool), 1)] = -np.inf
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = np.einsum("hqk,hks->qhs", scores / scores.sum(axis=-1, keepdims=True), value)
        return mixed.reshape(len(x), -1) @ self.w[f"{layer}.output"], key, value

    def mlp(self, x, layer):
        gate = x @ self.w[f"{layer}.gate"]
        return gate / (1 + np.exp(-gate)) * (x @ self.w[f"{layer}.up"]) @ self.w[f"{layer}.down"]

    def __call__(self, tokens):
        """Logits of all positions, and keys and values of all layers."""
        x, caches = self.w["embedding"][tokens], []
        for layer in (f"layer{i}" for i in range(LAYERS)):
            attended, *cache = self.attention(self.norm(x, self.w[f"{layer}.attention_norm"]), layer)
            x = x + attended
            x = x + self.mlp(self.norm(x, self.w[f"{layer}.mlp_norm"]), layer)
            caches += cache
        return self.norm(x, self.w["norm"]) @ self.w["head"], caches

    def complete(self, tokens):
        tokens = list(tokens)
        while len(tokens) < MAX_LENGTH:
            logits = self(tokens)[0][-1]
            best, second = np.argsort(logits)[[-1, -2]]
            assert logits[best] - logits[second] > 1e-4, "too close to be the same in other arithmetic"
            tokens.append(int(best))
            if best == END:
                break
        return tokens


def check_functions(model):
    """One function a kind of layer, called once for each layer."""
    calls = {
        function.name: collections.Counter(node.op_type for node in all_nodes(function.node) if node.domain == "transformer")
        for function in model.functions
    }
    assert len(calls) == len(model.functions), "a function is there twice"
    kinds = {"embedding", "rms_norm", "rotary", "attention", "gated_mlp", "layer", "decode"}
    assert kinds <= set(calls) and len(calls) <= len(kinds) + 2, sorted(calls)
    assert calls["decode"] == {"embedding": 1, "layer": LAYERS, "rms_norm": 1}, calls["decode"]
    assert calls["layer"] == {"rms_norm": 2, "attention": 1, "gated_mlp": 1}, calls["layer"]
    assert calls["attention"] == {"rotary": 2}, calls["attention"]
    # Weights are made once, as initializers, and lie outside of the model's file.
    external = [each for each in model.graph.initializer if each.data_location == onnx.TensorProto.EXTERNAL]
    assert len(model.graph.initializer) == 3 + LAYERS * 9 and len(external) == 2 + LAYERS * 7, len(external)
    return calls


def all_nodes(nodes):
    for node in nodes:
        yield node
        for attribute in node.attribute:
            yield from all_nodes(attribute.g.node)


def session(path):
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def check_steps(step, reference):
    """The prompt in one step, then each token with the caches of those before it."""
    tokens = reference.complete(PROMPTS[1])
    cached, names = 0, [each.name.replace("present", "past") for each in step.get_outputs()[1:]]
    caches = [np.zeros((HEADS, 0, 8), np.float32) for _ in names]
    for end in range(len(PROMPTS[1]), len(tokens) + 1):
        fresh = np.array(tokens[cached:end])
        logits, *caches = step.run(None, {"tokens": fresh, **dict(zip(names, caches))})
        wanted, wanted_caches = reference(tokens[:end])
        np.testing.assert_allclose(logits, wanted[cached:], rtol=1e-3, atol=1e-4)
        for cache, wanted_cache in zip(caches, wanted_caches, strict=True):
            np.testing.assert_allclose(cache, wanted_cache, rtol=1e-3, atol=1e-4)
        cached = end
    print(f"a prompt of {len(PROMPTS[1])} tokens and {len(tokens) - len(PROMPTS[1])} cached steps: logits and caches agree")


def check_completions(complete, reference):
    ends = collections.Counter()
    for prompt in PROMPTS:
        tokens = complete.run(None, {"prompt": np.array(prompt)})[0].tolist()
        assert tokens == reference.complete(prompt), (tokens, reference.complete(prompt))
        print(prompt, "->", tokens[len(prompt) :])
        ends["end token" if tokens[-1] == END else "prompt too long" if tokens == prompt else "length"] += 1
    assert len(ends) == 3, "the prompts shall show all ways to stop"
    print("greedy decoding agrees, stopped by", dict(ends))


def main(folder):
    for name in "step.onnx", "complete.onnx":
        onnx.checker.check_model(folder / name, full_check=True)
        calls = check_functions(onnx.load(folder / name, load_external_data=False))
        print(f"{name}: functions {', '.join(calls)}")
    weights = {each.name: onnx.numpy_helper.to_array(each) for each in onnx.load(folder / "step.onnx").graph.initializer}
    reference = Reference(weights)
    check_steps(session(folder / "step.onnx"), reference)
    check_completions(session(folder / "complete.onnx"), reference)
    print("the transformer agrees with numpy")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
