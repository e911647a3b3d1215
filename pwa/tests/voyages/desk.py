"""The engine for phones that are simulated: a bridge for each page, one JSON text a line in and out."""

import json
import sys

from companion.bridge import Bridge

bridges: dict[int, Bridge] = {}
for line in sys.stdin:
    asked = json.loads(line)
    if asked["question"] is None:
        bridges.pop(asked["page"], None)
        continue
    bridge = bridges.setdefault(asked["page"], Bridge())
    sys.stdout.write(bridge.answer(asked["question"]) + "\n")
    sys.stdout.flush()
