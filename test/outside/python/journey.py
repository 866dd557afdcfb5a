"""Performs the common actions of callers once, with only the generated client, and prints their results."""

import json
import sys

from truetally_client import AuthenticatedClient
from truetally_client.api.reports import (
    customer_reports_create,
    customer_reports_list,
    customer_reports_runs_export,
    customer_reports_runs_export_csv,
    customer_reports_runs_get,
)
from truetally_client.api.saved_views import customer_saved_views_create
from truetally_client.models import (
    AvailableValue,
    CustomerReportsRunsExportFormat,
    Problem,
    ReportCreate,
    SavedViewCreate,
)
from truetally_client.types import UNSET

place = json.loads(sys.argv[1])
client = AuthenticatedClient(base_url=place["baseUrl"], token=place["token"], raise_on_unexpected_status=True)
in_workspace = {"org": place["organizationId"], "ws": place["workspaceId"], "client": client}

question = {"schema": 1, "shape": "overview", "scope": {}, "metrics": ["requests.v1", "provider_spend.v1"]}
view = customer_saved_views_create.sync(
    **in_workspace,
    body=SavedViewCreate.from_dict(
        {
            "name": "Two weeks",
            "audience": "team",
            "query": question,
            "time_intent": "relative",
            "relative_window_seconds": 1_209_600,
            "display_tz": "UTC",
        }
    ),
)


def create(name):
    body = ReportCreate(
        name=name,
        saved_view_id=view.data.id,
        expected_view_revision=view.data.revision,
        recipient_subject_ids=[],
    )
    return customer_reports_create.sync_detailed(**in_workspace, body=body)


created = create("First").parsed.data
create("Second")
of_run = {"org": place["organizationId"], "rp": created.report.report_id, "run": created.run.run_id, "client": client}

opened = customer_reports_runs_get.sync(**of_run).data
while opened.state.value == "queued":
    opened = customer_reports_runs_get.sync(**of_run).data
spend = next(cell.value for cell in opened.answer.groups[0].cells if cell.metric == "provider_spend.v1")
assert isinstance(spend, AvailableValue)

exported = customer_reports_runs_export.sync(**of_run, format_=CustomerReportsRunsExportFormat.JSON)
table = customer_reports_runs_export_csv.sync_detailed(**of_run)

listed, token = [], UNSET
while token != "":
    page = customer_reports_list.sync(**in_workspace, limit=1, page_token=token)
    listed += [report.name for report in page.data]
    token = page.next_cursor

refused = create("First").parsed
assert isinstance(refused, Problem)

print(
    json.dumps(
        {
            "state": opened.state.value,
            "spend": [spend.number, spend.amount_usd],
            "exported": exported.state.value,
            "table": table.parsed.split(",", 3)[:3],
            "isNamed": table.headers["content-disposition"].startswith('attachment; filename="first-'),
            "listed": listed,
            "refused": [refused.status, refused.type_.value, refused.errors[0].code.value],
        }
    )
)
