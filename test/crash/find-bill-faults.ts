import type { PaidCallState } from '../../domain/spending/paid-call.ts';
import type { BilledCall } from '../../providers/playback/playback-app.ts';
import { BASELINE_MODEL, CANDIDATE_MODEL, JUDGE_MODEL } from '../../testing/comparisons/started-run.ts';

/** The prices of the models, written here a second time: nano-USD for an input token and for an output token. */
const RATES: Readonly<Record<string, readonly [input: bigint, output: bigint]>> = {
  [BASELINE_MODEL]: [1_000n, 5_000n],
  [CANDIDATE_MODEL]: [5_000n, 25_000n],
  [JUDGE_MODEL]: [400n, 1_600n],
};

/** The state and the charge of a call that a run or a judge pays for. */
export interface ChargedCall {
  readonly call_id: string;
  readonly state: PaidCallState;
  readonly reserved: string;
  readonly settled: string | null;
}

/**
 * The differences between the bill and the rows of calls. Each call may be in the bill at most once. Each charge must
 * equal the bill. If the cost is unknown, the charge must equal the reservation.
 */
export function findBillFaults(bill: readonly BilledCall[], calls: readonly ChargedCall[]): string[] {
  const rows = new Set(calls.map((call) => call.call_id));
  const billed = new Map(bill.map((one) => [one.call_id ?? '', one]));
  const times = new Map<string, number>();
  for (const { call_id: id } of bill) times.set(id ?? '', (times.get(id ?? '') ?? 0) + 1);
  const strange = [...times].flatMap(([id, count]) => [
    ...(count === 1 ? [] : [`${id} was paid ${count} times`]),
    ...(rows.has(id) ? [] : [`${id} was paid, and is no call of ours`]),
  ]);
  const wrong = calls.flatMap(({ call_id: id, state, reserved, settled }) => {
    const paid = billed.get(id);
    switch (state) {
      case 'reserved':
        return [`${id} is still reserved`];
      case 'never_sent':
      case 'refused':
        return paid === undefined && settled === '0' ? [] : [`${id} is ${state}, and charged ${settled}`];
      case 'effect_unknown':
        return settled === reserved ? [] : [`${id} of unknown effect is charged ${settled}, not ${reserved}`];
      case 'answered':
      case 'failed_with_bill':
        return settled === String(billedCost(paid))
          ? []
          : [`${id} is charged ${settled}, and billed ${billedCost(paid)}`];
    }
  });
  return [...strange, ...wrong];
}

/** The cost of a call in nano-USD; undefined if the provider billed none, or for an unknown model. */
export function billedCost(billed: BilledCall | undefined): bigint | undefined {
  const ofModel = RATES[billed?.model ?? ''];
  if (billed === undefined || ofModel === undefined) return undefined;
  return BigInt(billed.input_tokens) * ofModel[0] + BigInt(billed.output_tokens) * ofModel[1];
}
