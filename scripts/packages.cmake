# Debian's packages, one for each component: `scripts/package` configures for them, builds them and looks at them.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL library development program python)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME libpld)
set(CPACK_PACKAGE_VENDOR "the libpld authors")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# Packages must name who answers for them. Whoever gives them to others says so; .invalid is reserved for names that are none (RFC 2606).
set(PLD_PACKAGE_CONTACT "the libpld authors <nobody@libpld.invalid>" CACHE STRING "Maintainer of Debian's packages, as NAME <ADDRESS>")
if(NOT PLD_PACKAGE_CONTACT MATCHES "^[^<>]*[^<> ] <[^<>@ ]+@[^<>@ ]+>$")
    message(FATAL_ERROR "PLD_PACKAGE_CONTACT is '${PLD_PACKAGE_CONTACT}' and should be NAME <ADDRESS>, such as Ada Example <ada@example.org>")
endif()
set(CPACK_PACKAGE_CONTACT "${PLD_PACKAGE_CONTACT}")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/scripts/package_times.cmake)

set(library_package libpld${soversion})
set(exactly "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SOURCE libpld)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packages/shlibs ${PROJECT_BINARY_DIR}/packages/triggers)
file(WRITE ${PROJECT_BINARY_DIR}/packages/shlibs "libpld ${soversion} ${library_package} (>= ${PROJECT_VERSION})\n")
file(WRITE ${PROJECT_BINARY_DIR}/packages/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_MULTIARCH same)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "certified differential-privacy accounting (shared library)
libpld computes epsilon and delta of compositions of differentially private
mechanisms as brackets that contain the truth: certified lower and upper ends,
from composed privacy loss distributions.

This package has the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpld-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SOURCE libpld)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_MULTIARCH same)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} ${exactly}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libfftw3-dev, libhdf5-dev, libjansson-dev") # for programs that are all static
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "certified differential-privacy accounting (development files)
libpld computes epsilon and delta of compositions of differentially private
mechanisms as brackets that contain the truth: certified lower and upper ends,
from composed privacy loss distributions.

This package has the headers, the archive, and files for CMake and pkg-config.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pld)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SOURCE libpld)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "python3, python3-h5py, python3-matplotlib, python3-numpy") # pld plot
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "certified differential-privacy numbers on the command line
pld computes epsilon and delta of compositions of differentially private
mechanisms, DP-SGD among them, as brackets that contain the truth; it finds
the noise that a budget needs, compares other accountants, says what an
attacker can do, and proves its answers a second time in ball arithmetic.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pld)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SOURCE libpld)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3:any, python3-cffi, python3-numpy, ${library_package} ${exactly}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-xarray")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packages/postinst ${PROJECT_BINARY_DIR}/packages/prerm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "certified differential-privacy accounting (Python)
libpld computes epsilon and delta of compositions of differentially private
mechanisms as brackets that contain the truth: certified lower and upper ends,
from composed privacy loss distributions.

This package has the Python module pld, with accountants of the shapes of
Opacus, dp_accounting and prv_accountant.")

# Compiled when it is installed, and gone with the package.
file(CONFIGURE OUTPUT packages/postinst CONTENT [[
#!/bin/sh
set -e
if [ "$1" = configure ] && command -v py3compile >/dev/null; then
    py3compile -p python3-pld
fi
]] @ONLY)
file(CONFIGURE OUTPUT packages/prerm CONTENT [[
#!/bin/sh
set -e
if command -v py3clean >/dev/null; then
    py3clean -p python3-pld
else
    rm -rf /usr/lib/python3/dist-packages/pld/__pycache__
fi
]] @ONLY)
file(CHMOD ${PROJECT_BINARY_DIR}/packages/postinst ${PROJECT_BINARY_DIR}/packages/prerm
     PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# What every package has in share/doc: its licence and what changed, for which -DPLD_PACKAGES=ON, as nobody else wants them there.
option(PLD_PACKAGES "Install share/doc as Debian's packages have it" OFF)
if(PLD_PACKAGES)
    string(SUBSTRING ${commit_date} 0 4 year)
    file(READ LICENSE licence)
    string(REGEX REPLACE "^MIT License\n+" "" licence "${licence}")
    string(STRIP "${licence}" licence)
    string(REPLACE "\n\n" "\n.\n" licence "${licence}")
    string(REPLACE "\n" "\n " licence "${licence}")
    file(WRITE ${PROJECT_BINARY_DIR}/packages/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: libpld

Files: *
Copyright: ${year} the libpld authors
License: Expat

License: Expat
 ${licence}
")
    execute_process(COMMAND date -R -u -d ${commit_date} OUTPUT_VARIABLE mail_date OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    file(WRITE ${PROJECT_BINARY_DIR}/packages/changelog.Debian "libpld (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${PROJECT_VERSION}: changelog.gz says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${mail_date}
")
    configure_file(.github/CHANGELOG.md packages/changelog COPYONLY)
    find_program(PLD_GZIP gzip REQUIRED)
    execute_process(COMMAND ${PLD_GZIP} -9nfk ${PROJECT_BINARY_DIR}/packages/changelog ${PROJECT_BINARY_DIR}/packages/changelog.Debian
                    COMMAND_ERROR_IS_FATAL ANY)
    foreach(component LIBRARY DEVELOPMENT PROGRAM PYTHON)
        string(TOLOWER ${component} lower)
        install(FILES ${PROJECT_BINARY_DIR}/packages/copyright ${PROJECT_BINARY_DIR}/packages/changelog.gz
                      ${PROJECT_BINARY_DIR}/packages/changelog.Debian.gz
                DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${component}_PACKAGE_NAME} COMPONENT ${lower})
    endforeach()
endif()
include(CPack)
