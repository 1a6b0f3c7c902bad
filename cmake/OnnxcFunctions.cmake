# What a project that uses onnxc calls; the same from an install prefix, a build tree and add_subdirectory.
#
#   onnxc_target_sources(app PRIVATE ops.cc ...)
#     Compiles the sources through `onnxc --emit=cpp` as part of the target, which should link with onnxc::runtime. Flags
#     that change what the sources mean reach onnxc (OnnxcFlags.cmake). Other sources that include bodies of annotated
#     functions are refused (OnnxcGuard.cmake). The target's property ONNXC_OPTIONS has options of onnxc itself.
#
#   onnxc_add_model(leaky SOURCES ops.cc ... MAIN leaky_relu OUTPUT leaky.onnx [ATTRS alpha=0.2 ...] [INPUTS x=float[N] ...])
#     A target that writes a runnable model. MAIN is defined in the first source; the functions of the others are linked in.
#
#   onnxc_add_library(acme_ops SOURCES a.cc b.cc ... OUTPUT acme_ops.onnx)
#     A target that writes a model with the scripted functions of all sources and no graph nodes.
#
# onnxc_add_model and onnxc_add_library also take LINK targets... (their usage requirements reach onnxc), INCLUDE_DIRECTORIES,
# COMPILE_DEFINITIONS, OPTIONS (further options of onnxc itself) and EXCLUDE_FROM_ALL. A relative OUTPUT lies in the current
# binary folder. The target's property ONNXC_OUTPUT is the absolute path of the output.
#
# An output is made again when its source, any header that the source includes, or onnxc changes.

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

include("${CMAKE_CURRENT_LIST_DIR}/OnnxcFlags.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/OnnxcGuard.cmake")

# One run of onnxc on one source. `flags` and `source_flags` are files with flags of the project's compiler; arguments after
# them are onnxc's options.
function(_onnxc_add_run source output flags source_flags)
  cmake_path(RELATIVE_PATH output BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" OUTPUT_VARIABLE shown)
  string(REPLACE ".$<CONFIG>" "" shown "${shown}")
  _onnxc_each_configuration("${output}" each)
  foreach(one IN LISTS each)
    cmake_path(GET one PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
  endforeach()
  # While onnxc itself is part of the build, its generated headers must stand before it reads them.
  set(headers "")
  if(TARGET onnxc-headers)
    set(headers onnxc-headers)
  endif()
  add_custom_command(OUTPUT "${output}"
    COMMAND onnxc::onnxc "${source}" ${ARGN} -o "${output}" -MD -MF "${output}.d"
      "--compiler-flags=${flags}" "--compiler-flags=${source_flags}"
    DEPENDS "${source}" "${flags}" "${source_flags}" "$<TARGET_FILE:onnxc::onnxc>" ${headers}
    DEPFILE "${output}.d"
    COMMENT "onnxc ${shown}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# The absolute path of a source that was named as for add_executable: it lies in the source or the binary folder.
function(_onnxc_source file out)
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE source)
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE generated)
  get_source_file_property(isGenerated "${generated}" GENERATED)
  if(NOT EXISTS "${source}" AND isGenerated)
    set(source "${generated}")
  endif()
  set(${out} "${source}" PARENT_SCOPE)
endfunction()

# When all sources of the folder are known: the source exists, and the target does not compile it as it is, too.
function(_onnxc_check_source function target source)
  get_source_file_property(isGenerated "${source}" GENERATED)
  if(NOT EXISTS "${source}" AND NOT isGenerated)
    message(FATAL_ERROR "${function}(${target}): there is no file ${source}")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  get_target_property(plain ${target} SOURCES)
  foreach(each IN LISTS plain)
    cmake_path(ABSOLUTE_PATH each BASE_DIRECTORY "${home}" NORMALIZE)
    if(each STREQUAL source)
      message(FATAL_ERROR "${function}(${target}): ${source} is a plain source of ${target} as well (add_executable, "
        "add_library or target_sources): list it in ${function} only")
    endif()
  endforeach()
endfunction()

function(_onnxc_check_source_later function target source)
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL _onnxc_check_source [==[${function}]==] [==[${target}]==] [==[${source}]==])")
endfunction()

# A name below `folder` for what is made of `source`, different for sources of different folders and suffixes.
function(_onnxc_product source folder extension out)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE relative)
  cmake_path(IS_PREFIX CMAKE_CURRENT_BINARY_DIR "${source}" isGenerated)
  if(isGenerated)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" OUTPUT_VARIABLE relative)
    string(PREPEND relative "generated/")
  endif()
  string(REPLACE "../" "__/" relative "${relative}")
  string(REGEX REPLACE "\\.cc$" "" relative "${relative}")
  set(${out} "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${relative}${extension}" PARENT_SCOPE)
endfunction()

# Makes the rewritten form of one source a part of a target.
function(_onnxc_add_source target scope source out)
  _onnxc_configuration_suffix(suffix)
  _onnxc_product("${source}" "onnxc.dir/${target}${suffix}" ".onnxc.cc" output)
  _onnxc_target_flags(${target} "" flags)
  _onnxc_add_run("${source}" "${output}" "${flags}" "${output}.flags" --emit=cpp
    "$<TARGET_PROPERTY:${target},ONNXC_OPTIONS>")
  # The source's own folder is searched for what it includes in quotes, though the compiler sees the file elsewhere.
  cmake_path(GET source PARENT_PATH folder)
  _onnxc_each_configuration("${output}" each)
  set_source_files_properties(${each} TARGET_DIRECTORY ${target}
    PROPERTIES COMPILE_OPTIONS "-iquote${folder}" GENERATED TRUE SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} ${scope} "${output}")
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL _onnxc_write_source_flags [==[${source}]==] [==[${target}]==] [==[${output}]==] ON)")
  set(${out} "${output}" PARENT_SCOPE)
endfunction()

function(onnxc_target_sources target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "onnxc_target_sources: there is no target ${target}")
  endif()
  set(scope "")
  set(outputs "")
  foreach(argument IN LISTS ARGN)
    if(argument MATCHES "^(PRIVATE|PUBLIC|INTERFACE)$")
      set(scope ${argument})
      continue()
    endif()
    if(NOT scope)
      message(FATAL_ERROR "onnxc_target_sources(${target}): ${argument} needs PRIVATE, PUBLIC or INTERFACE before it")
    endif()
    _onnxc_source("${argument}" source)
    _onnxc_check_source_later(onnxc_target_sources ${target} "${source}")
    _onnxc_add_source(${target} ${scope} "${source}" output)
    list(APPEND outputs "${output}")
  endforeach()
  # Rules of this folder are unknown in the target's own folder, if that is another: a target of this one carries them over.
  get_target_property(home ${target} SOURCE_DIR)
  if(outputs AND NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    string(MD5 id "${outputs}")
    string(SUBSTRING ${id} 0 8 id)
    add_custom_target(${target}.onnxc-${id} DEPENDS ${outputs})
    add_dependencies(${target} ${target}.onnxc-${id})
  endif()
endfunction()

# What onnxc_add_model and onnxc_add_library have in common; only the former has MAIN and what belongs to it.
function(_onnxc_add_product function name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "EXCLUDE_FROM_ALL" "OUTPUT;MAIN"
    "SOURCES;LINK;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;OPTIONS;ATTRS;INPUTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES OR NOT arg_OUTPUT)
    message(FATAL_ERROR "${function}(${name}): SOURCES and OUTPUT are needed")
  endif()
  if(NOT function STREQUAL "onnxc_add_model" AND (arg_MAIN OR arg_ATTRS OR arg_INPUTS))
    message(FATAL_ERROR "${function}(${name}): MAIN, ATTRS and INPUTS belong to onnxc_add_model")
  elseif(function STREQUAL "onnxc_add_model" AND NOT arg_MAIN)
    message(FATAL_ERROR "${function}(${name}): MAIN is needed")
  endif()
  # Carries the flags of folder, LINK and arguments, so that generator expressions can ask for them.
  set(flagsTarget ${name}.onnxc-flags)
  add_library(${flagsTarget} INTERFACE)
  get_property(folderIncludes DIRECTORY PROPERTY INCLUDE_DIRECTORIES)
  get_property(folderDefinitions DIRECTORY PROPERTY COMPILE_DEFINITIONS)
  get_property(folderOptions DIRECTORY PROPERTY COMPILE_OPTIONS)
  target_include_directories(${flagsTarget} INTERFACE ${arg_INCLUDE_DIRECTORIES} ${folderIncludes})
  target_compile_definitions(${flagsTarget} INTERFACE ${arg_COMPILE_DEFINITIONS} ${folderDefinitions})
  target_compile_options(${flagsTarget} INTERFACE ${folderOptions})
  target_link_libraries(${flagsTarget} INTERFACE ${arg_LINK})
  if(CMAKE_CXX_STANDARD)
    set_target_properties(${flagsTarget} PROPERTIES CXX_STANDARD ${CMAKE_CXX_STANDARD})
  endif()
  _onnxc_target_flags(${flagsTarget} INTERFACE_ flags)
  # There is one product for all configurations: it is made with the flags of the first.
  _onnxc_each_configuration("${flags}" flags)
  list(GET flags 0 flags)

  cmake_path(ABSOLUTE_PATH arg_OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE output)
  list(LENGTH arg_SOURCES count)
  set(parts "")
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  # The first source has MAIN, the others only give their functions.
  set(options "")
  if(arg_MAIN)
    set(options "--main=${arg_MAIN}")
  endif()
  foreach(attribute IN LISTS arg_ATTRS)
    list(APPEND options --attr "${attribute}")
  endforeach()
  foreach(input IN LISTS arg_INPUTS)
    list(APPEND options --input "${input}")
  endforeach()
  foreach(file IN LISTS arg_SOURCES)
    _onnxc_source("${file}" source)
    _onnxc_check_source_later(${function} ${name} "${source}")
    set(part "${output}")
    if(count GREATER 1)
      _onnxc_product("${source}" "onnxc.dir/${name}" ".onnx" part)
    endif()
    _onnxc_configuration_suffix(suffix)
    _onnxc_product("${source}" "onnxc.dir/${name}" "${suffix}" sourceFlags)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL
      _onnxc_write_source_flags [==[${source}]==] [==[${flagsTarget}]==] [==[${sourceFlags}]==] OFF)")
    _onnxc_each_configuration("${sourceFlags}" sourceFlags)
    list(GET sourceFlags 0 sourceFlags)
    _onnxc_add_run("${source}" "${part}" "${flags}" "${sourceFlags}.flags" ${options} ${arg_OPTIONS})
    list(APPEND parts "${part}")
    set(options "")
  endforeach()
  if(count GREATER 1)
    cmake_path(GET output FILENAME shown)
    add_custom_command(OUTPUT "${output}"
      COMMAND onnxc::onnxc link ${parts} -o "${output}"
      DEPENDS ${parts} "$<TARGET_FILE:onnxc::onnxc>"
      COMMENT "onnxc link ${shown}" VERBATIM)
  endif()
  set(all ALL)
  if(arg_EXCLUDE_FROM_ALL)
    set(all "")
  endif()
  add_custom_target(${name} ${all} DEPENDS "${output}")
  set_target_properties(${name} PROPERTIES ONNXC_OUTPUT "${output}")
endfunction()

function(onnxc_add_model name)
  _onnxc_add_product(onnxc_add_model ${name} ${ARGN})
endfunction()

function(onnxc_add_library name)
  _onnxc_add_product(onnxc_add_library ${name} ${ARGN})
endfunction()

cmake_policy(POP)
