"""Prints whether the verifiers in the working directory accept each test of the file of vectors on stdin, by tcId."""

import base64
import json
import sys

sys.path.insert(0, ".")
from verify import is_signed
from verify_relay import is_signed_by_relay


def is_accepted(test: dict, group: dict) -> bool:
    body = test["body"].encode() if "body" in test else base64.b64decode(test["bodyBase64"])
    if "headers" not in test:
        return is_signed(body, test["signature"], group["secrets"])
    return is_signed_by_relay(body, test["headers"], group["secrets"], group["now"])


groups = json.load(sys.stdin)["testGroups"]
print(json.dumps({test["tcId"]: is_accepted(test, group) for group in groups for test in group["tests"]}))
