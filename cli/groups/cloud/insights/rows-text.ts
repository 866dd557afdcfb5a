import type { AttemptRow, FeedbackRow, MarkerRow, RequestRow } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText } from '../../../output/table.ts';
import { localTime } from '../lane/local-time.ts';

/** The text of a figure that was not observed. It is never 0. */
const UNKNOWN = 'unknown';

export function requestsText(rows: readonly RequestRow[], screen: Screen): string {
  if (rows.length === 0) return '';
  return tableText(
    [
      { title: 'STATUS' },
      { title: 'REQUEST' },
      { title: 'TIME' },
      { title: 'MODEL', canShrink: true },
      { title: 'ATTEMPTS', isNumber: true },
      { title: 'DURATION', isNumber: true },
      { title: 'FIRST OUTPUT', isNumber: true },
    ],
    rows.map((row) => [
      row.status,
      row.logical_request_id,
      localTime(row.occurred_at),
      row.final_model ?? '(unserved)',
      row.attempt_count ?? UNKNOWN,
      row.total_ms === undefined ? UNKNOWN : `${row.total_ms} ms`,
      row.first_output_ms === undefined ? UNKNOWN : `${row.first_output_ms} ms`,
    ]),
    screen,
  );
}

export function attemptsText(rows: readonly AttemptRow[], screen: Screen): string {
  if (rows.length === 0) return '';
  return tableText(
    [
      { title: 'OUTPUT' },
      { title: 'ATTEMPT' },
      { title: 'ROLE' },
      { title: 'PROVIDER' },
      { title: 'MODEL', canShrink: true },
      { title: 'TIME' },
      { title: 'INPUT', isNumber: true },
      { title: 'OUTPUT TOKENS', isNumber: true },
      { title: 'REQUEST' },
    ],
    rows.map((row) => [
      row.output_state ?? UNKNOWN,
      row.attempt_id,
      row.role,
      row.provider_id,
      row.provider_model,
      localTime(row.dispatched_at),
      row.input_tokens ?? UNKNOWN,
      row.output_tokens ?? UNKNOWN,
      row.logical_request_id,
    ]),
    screen,
  );
}

export function feedbackText(rows: readonly FeedbackRow[], screen: Screen): string {
  if (rows.length === 0) return '';
  return tableText(
    [
      { title: 'VALUE' },
      { title: 'REQUEST' },
      { title: 'TIME' },
      { title: 'SOURCE', canShrink: true },
      { title: 'MATCH' },
    ],
    rows.map((row) => [row.value, row.logical_request_id, localTime(row.occurred_at), row.source, row.match]),
    screen,
  );
}

export function markersText(rows: readonly MarkerRow[], screen: Screen): string {
  if (rows.length === 0) return '';
  return tableText(
    [{ title: 'KIND' }, { title: 'RELEASE' }, { title: 'TIME' }, { title: 'ACTOR' }, { title: 'ENVIRONMENT' }],
    rows.map((row) => [
      row.marker_kind,
      row.release_id,
      localTime(row.occurred_at),
      row.actor_kind,
      row.environment_id,
    ]),
    screen,
  );
}
