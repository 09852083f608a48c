"""Tells for each table found whether it is perfect: python3 calibration.py SCORE_DIR TRUTH_DIR PREDICTIONS."""
import glob
import json
import os
import sys

scorer, truths, predictions = sys.argv[1:4]
sys.path.insert(0, scorer)
from score import T, aligned, common, perfect  # noqa: E402


def judged(truth_tables, found):
    """Pairs tables of one page as the scorer does, and returns whether each found table is perfect."""
    truth = [T(table) for table in truth_tables]
    pairs = []
    for i, expected in enumerate(truth):
        for j, table in enumerate(found):
            if expected.page == table.page:
                relations, texts = common(expected.rel, table.rel), common(expected.texts, table.texts)
                if relations or texts:
                    pairs.append((relations, texts, i, j))
    used, result = set(), [False] * len(found)
    for _, _, i, j in sorted(pairs, reverse=True):
        if ("truth", i) in used or ("found", j) in used:
            continue
        used |= {("truth", i), ("found", j)}
        result[j] = bool(perfect(truth[i], found[j], aligned(truth[i], found[j])))
    return result


answers = []
for path in sorted(glob.glob(os.path.join(truths, "*.json"))):
    prediction = os.path.join(predictions, os.path.basename(path))
    if not os.path.exists(prediction):
        continue
    with open(path) as file:
        truth = json.load(file)
    with open(prediction) as file:
        tables = json.load(file)["tables"]
    found = [T(table) for table in tables]
    variants = [judged(variant, found) for variant in [truth["tables"], *truth.get("alternatives", [])]]
    best = max(variants, key=sum)
    answers += [[table["confidence"], right] for table, right in zip(tables, best)]
print(json.dumps(answers))
