import type { BilledCall } from './billing-provider.ts';
import type { SeenCall } from './fire-callers.ts';
import type { LoggedRow } from './logged-rows.ts';

/** A call that the provider billed, and its row; undefined if the journal has no line of the call. */
interface BilledRow {
  readonly billed: BilledCall;
  readonly row: LoggedRow | undefined;
}

/** The comparison of the journal with the provider's bill, call by call. */
export interface BillComparison {
  readonly faults: readonly string[];
  /** The total of the provider's bill. */
  readonly nanos: number;
  /** The total cost of calls in the journal, including estimates. */
  readonly logged: number;
  /** The calls, by the knowledge of the journal about their cost. */
  readonly calls: Readonly<Record<KnownCost, readonly BilledRow[]>>;
}

/**
 * The knowledge of the journal about the cost of a call: the cost that the provider stated, the gateway's estimate if
 * the provider stated none, or an admission without a cost. `unlogged` means no line, because the gateway was killed in
 * the turn that sent the call.
 */
type KnownCost = 'stated' | 'estimated' | 'unpriced' | 'unlogged';

/** Compares each call that the provider billed with its row, and each row with the bill. */
export function compareBill(
  rows: readonly LoggedRow[],
  bill: readonly BilledCall[],
  seen: readonly SeenCall[],
): BillComparison {
  const rowOf = new Map(rows.map((row) => [row.traceId, row]));
  const traces = bill.map(({ traceId }) => traceId);
  const billedRows = bill.map((billed): BilledRow => ({ billed, row: rowOf.get(billed.traceId) }));
  const of = (known: KnownCost): BilledRow[] => billedRows.filter(({ row }) => knownCost(row) === known);
  const calls = {
    stated: of('stated'),
    estimated: of('estimated'),
    unpriced: of('unpriced'),
    unlogged: of('unlogged'),
  };

  const answered = new Set(seen.filter(({ status }) => status !== undefined).map(({ traceId }) => traceId));
  const isBilled = new Set(traces);
  const stated = rows.filter((row) => knownCost(row) === 'stated');
  const nanos = sumOf(bill.map((call) => call.nanos));
  const known = sumOf(stated.map((row) => row.nanos ?? 0));
  const named = sumOf([...calls.estimated, ...calls.unpriced, ...calls.unlogged].map(({ billed }) => billed.nanos));
  const faults = [
    ...repeatedIn(traces).map((trace) => `the provider was sent call ${trace} twice`),
    ...calls.stated.flatMap(({ row, billed }) =>
      row?.nanos === billed.nanos ? [] : [`${row?.requestId} cost ${row?.nanos}, and was billed ${billed.nanos}`],
    ),
    ...calls.unlogged.flatMap(({ billed: { traceId } }) =>
      answered.has(traceId) ? [`call ${traceId} was answered and has no row`] : [],
    ),
    ...rows.flatMap((row) =>
      (row.nanos ?? 0) > 0 && !isBilled.has(row.traceId) ? [`${row.requestId} cost money and was not billed`] : [],
    ),
    ...(nanos === known + named ? [] : [`the bill is ${nanos}: the journal has ${known}, and ${named} is named`]),
  ];
  return { faults, nanos, logged: sumOf(rows.map((row) => row.nanos ?? 0)), calls };
}

function knownCost(row: LoggedRow | undefined): KnownCost {
  if (row === undefined) return 'unlogged';
  if (row.status === undefined || row.nanos === undefined) return 'unpriced';
  return row.isEstimate ? 'estimated' : 'stated';
}

/** The faults of the rows of calls that callers made. No row may be repeated, and no answered call may be missing. */
export function findRowFaults(rows: readonly LoggedRow[], seen: readonly SeenCall[]): string[] {
  const byRequest = new Map(rows.map((row) => [row.requestId, row]));
  const answered = seen.flatMap(({ requestId }) => requestId ?? []);
  // Refusals that share a line do not have the annotations of their requests.
  const traces = rows.flatMap(({ traceId }) => (traceId === '' ? [] : [traceId]));
  return [
    ...repeatedIn(answered).map((id) => `two calls received the id ${id}`),
    ...repeatedIn(traces).map((trace) => `call ${trace} has two rows`),
    ...rows.flatMap((row) => (isOnce(row) ? [] : [`${row.requestId} has the events ${row.events.join()}`])),
    ...seen.flatMap((call) => faultOfSeen(call, byRequest.get(call.requestId ?? ''))),
  ];
}

/**
 * True if a row has one admission, at most one end, and a cost for each attempt. The end of a lost call is in another
 * segment.
 */
function isOnce({ events, attempts }: LoggedRow): boolean {
  const times = (name: string): number => events.filter((event) => event === name).length;
  return times('request_admitted') === 1 && times('request_terminal') <= 1 && times('cost_effect') === attempts;
}

function faultOfSeen(call: SeenCall, row: LoggedRow | undefined): string[] {
  const { requestId, status, kind } = call;
  if (requestId === undefined || status === undefined) return [];
  const fault = row === undefined ? faultWithoutRow(status) : faultOfRow(call, row);
  return fault === undefined ? [] : [`${kind} ${requestId}, ${status}: ${fault}`];
}

/**
 * The fault of a refusal without a row. No row is expected if no row can be stored, or if no key was read because the
 * head waited too long in a frozen gateway.
 */
function faultWithoutRow(status: number): string | undefined {
  return status === 503 || status === 408 ? undefined : 'it has no row';
}

function faultOfRow({ status, isWhole, costUsd }: SeenCall, row: LoggedRow): string | undefined {
  if (isWhole && status === 200 && row.status !== 'succeeded') return `it ended ${String(row.status)}`;
  if (isWhole && row.status === undefined) return 'it has no ending';
  if (costUsd === undefined || Math.round(Number(costUsd) * 1e9) === row.nanos) return undefined;
  return `its header states ${costUsd} USD, and its row ${String(row.nanos)} nano-USD`;
}

function repeatedIn(values: readonly string[]): string[] {
  const met = new Set<string>();
  return values.filter((value) => met.size === met.add(value).size);
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
