"""What `pld plot` starts: see command.py. Exit 77: h5py, numpy or matplotlib is missing."""
import os
import sys

MISSING_MODULE = 77

sys.dont_write_bytecode = True  # the folder may be an installed one
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

try:
    from figures.command import main
except ImportError:
    sys.exit(MISSING_MODULE)  # the caller may know another interpreter, and has the word if not

sys.exit(main())
