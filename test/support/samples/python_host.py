"""Runs samples in Python, several at once; see sample-host.ts.

Each sample runs in a process that is forked from this one: as isolated as a new interpreter,
but `requests` is loaded already, and nothing is taken down at the end (which took most of the time).
"""

import json
import os
import runpy
import selectors
import signal
import sys
import tempfile
import threading
import traceback

import requests  # noqa: F401

MOST_SECONDS = 100


def run_sample(file, environment, stdout, stderr):
    signal.alarm(MOST_SECONDS)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(stdout.fileno(), 1)
    os.dup2(stderr.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [file]
    sys.path[0] = os.path.dirname(file)
    os._exit(exit_code_of(file))


def exit_code_of(file):
    code = 0
    try:
        runpy.run_path(file, run_name="__main__")
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    return code


def text_of(written):
    written.seek(0)
    return written.read().decode()


def start(request):
    """The end of a sample is seen at a pipe: only the sample holds its other side."""
    stdout, stderr = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    ended, held = os.pipe()
    child = os.fork()
    if child == 0:
        run_sample(request["file"], request["environment"], stdout, stderr)
    os.close(held)
    events.register(ended, selectors.EVENT_READ, (request["file"], child, stdout, stderr))


def finish(ended, file, child, stdout, stderr):
    events.unregister(ended)
    os.close(ended)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    with stdout, stderr:
        error = None if code == 0 else f"exit code {code}\n{text_of(stderr)}"
        print(json.dumps({"file": file, "stdout": text_of(stdout), "error": error}), flush=True)


events = selectors.DefaultSelector()
events.register(0, selectors.EVENT_READ)
unread = b""
while events.get_map():
    for key, _ in events.select():
        if key.data is not None:
            finish(key.fd, *key.data)
            continue
        some = os.read(0, 65536)
        if not some:
            events.unregister(0)
        *lines, unread = (unread + some).split(b"\n")
        for line in lines:
            start(json.loads(line))
