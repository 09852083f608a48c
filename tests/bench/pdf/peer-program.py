"""Runs one other program's table extraction, kept warm: a line of JSON per PDF in, its tables and CPU time out."""
import json
import os
import sys
import time
import warnings

# What libraries print must not come between the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
warnings.simplefilter("ignore")


def tabula_program():
    """Its own choice between ruled and unruled tables, within the areas that it guesses, as users of tabula-py get it."""
    import tabula

    # One thread: the collector and the compiler work on it, too.
    java_options = ["-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", "-Djava.awt.headless=true"]

    def read(path, pages):
        return tabula.read_pdf(path, pages=pages, output_format="json", silent=True, java_options=java_options)

    def in_pages(path, page_count, tables):
        # Its answer does not say which page a table is on; asked page by page, it finds the same tables.
        if page_count > 1:
            return [(number, table) for number in range(1, page_count + 1) for table in read(path, number)]
        return [(1, table) for table in tables]

    def cells(path, page_count, tables):
        return [
            {"page": page, "rows": [[cell["text"] for cell in row] for row in table["data"]]}
            for page, table in in_pages(path, page_count, tables)
        ]

    return lambda path: read(path, "all"), cells


def camelot_program():
    """Its strongest mode, which joins what it sees in the lines with what it sees in the words."""
    import camelot
    import cv2

    cv2.setNumThreads(1)

    def cells(_path, _page_count, tables):
        return [{"page": table.page, "rows": table.data} for table in tables]

    return lambda path: camelot.read_pdf(path, pages="all", flavor="hybrid", suppress_stdout=True), cells


read, cells_of = {"tabula": tabula_program, "camelot": camelot_program}[sys.argv[1]]()
for line in sys.stdin:
    order = json.loads(line)
    path, page_count = order["path"], order["pages"]
    started = time.process_time()
    try:
        found = read(path)
        cpu_seconds = time.process_time() - started
        answer = {"tables": cells_of(path, page_count, found) if order["isScored"] else [], "failure": ""}
    except Exception as error:
        cpu_seconds = time.process_time() - started
        answer = {"tables": [], "failure": f"{type(error).__name__}: {error}"}
    print(json.dumps({"cpuSeconds": cpu_seconds, **answer}), file=answers, flush=True)
