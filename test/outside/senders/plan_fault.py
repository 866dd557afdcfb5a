import json
import urllib.request

FAULTS = {
    "rate_limited": [{"fault": "rate_limited", "retry_after_seconds": 0}],
    "failing": [{"fault": "failing", "status": 500}],
}


def plan_fault(asked, fault):
    """Has the provider go wrong at its next answer, or at none."""
    body = json.dumps({"latency_ms": 0, "faults": FAULTS.get(fault, [])}).encode()
    headers = {"content-type": "application/json"}
    url = f"{asked['provider']}/playback/plan"
    urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers, method="PUT")).close()
