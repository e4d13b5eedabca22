# Writes the pages that the program makes of itself: cmake -DPROGRAM=PLD -DFOLDER=BUILD/manual -P write.cmake
execute_process(COMMAND ${PROGRAM} --manual OUTPUT_VARIABLE pages COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${pages}" pages)
string(REPLACE "\n" ";" pages "${pages}")
file(GLOB old ${FOLDER}/man[15]/pld*) # a command that is gone leaves no page
list(FILTER old EXCLUDE REGEX "pld-hdf5")
if(old)
    file(REMOVE ${old})
endif()
foreach(page ${pages})
    string(REGEX REPLACE "^.*[.]" "" section ${page})
    file(MAKE_DIRECTORY ${FOLDER}/man${section})
    execute_process(COMMAND ${PROGRAM} --manual ${page} OUTPUT_FILE ${FOLDER}/man${section}/${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
