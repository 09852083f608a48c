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


def img2table_program():
    """Tables with rules and without, found in pictures of the pages, with the text of the PDF itself."""
    import cv2
    from img2table.document import PDF

    cv2.setNumThreads(1)

    def rows(table):
        # A cell over several rows or columns is repeated at each of its places.
        seen = set()
        for row in table.content.values():
            texts = []
            for cell in row:
                box = (cell.bbox.x1, cell.bbox.y1, cell.bbox.x2, cell.bbox.y2)
                texts.append("" if box in seen else cell.value or "")
                seen.add(box)
            yield texts

    def cells(_path, _page_count, pages):
        return [{"page": page + 1, "rows": list(rows(table))} for page, tables in pages.items() for table in tables]

    return lambda path: PDF(path).extract_tables(implicit_rows=True, borderless_tables=True), cells


programs = {"tabula": tabula_program, "camelot": camelot_program, "img2table": img2table_program}
read, cells_of = programs[sys.argv[1]]()
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
