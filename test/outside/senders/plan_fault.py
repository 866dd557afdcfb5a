import json
import urllib.request

FAULTS = {
    "rate_limited": [{"fault": "rate_limited", "retry_after_seconds": 0}],
    "failing": [{"fault": "failing", "status": 500}],
}


def plan_fault(asked, fault):
    """Plans a fault for the provider's next answer, or removes the plan."""
    body = json.dumps({"latency_ms": 0, "faults": FAULTS.get(fault, [])}).encode()
    headers = {"content-type": "application/json"}
    url = f"{asked['provider']}/playback/plan"
    urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers, method="PUT")).close()
