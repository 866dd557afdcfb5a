import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import type { MaybeAsync } from '../call/maybe-async.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import { admissionLine, endingLine } from '../decision-log/decision-lines.ts';
import type { DecisionLog, LinesWaiter } from '../decision-log/decision-log.ts';
import type { Admission } from '../governance/admission.ts';
import type { GovernedCall, Governor } from '../governance/governor.ts';
import type { KeyRing } from '../keys/key-ring.ts';

// The order of every call for which a provider is paid: reserve, check that the key is still valid, log, send, log the
// result, settle. `makeCall` has the first half, and `logAdmission` and `logEnding` have the second. They serve calls
// of callers, shadows of these calls, and internal calls.

export interface CallGate {
  readonly keys: Pick<KeyRing, 'refusalOf'>;
  /** Undefined if there are no limits. */
  readonly governor: Pick<Governor, 'admit'> | undefined;
}

/** A kind of paid call. One object serves every call of its kind, so that a call allocates nothing for it. */
export interface PaidCallKind<Call, Answer> {
  /** The call as limits see it. */
  governed(call: Call): GovernedCall;
  /** Waits for a late verdict of the limits; absent if nothing is checked again in the meantime. */
  awaited?(call: Call, verdict: Promise<Admission | GatewayError>): Promise<Admission | GatewayError>;
  /** Receives the reservations. */
  reserved(call: Call, admission: Admission): void;
  refusedByLimit(call: Call, error: GatewayError): MaybeAsync<Answer>;
  refusedByKey(call: Call, error: GatewayError): MaybeAsync<Answer>;
  /** Sends the call. It must log the admission with `logAdmission` before anything is answered. */
  send(call: Call): MaybeAsync<Answer>;
}

/** Reserves a call, checks its key again, and sends it. Immediate if the verdict of the limits is. */
export function makeCall<Call extends { readonly call: AdmittedCall }, Answer>(
  gate: CallGate,
  kind: PaidCallKind<Call, Answer>,
  paid: Call,
): MaybeAsync<Answer> {
  const { governor } = gate;
  if (governor === undefined) return sendUnlessEnded(gate, kind, paid, undefined);
  const verdict = governor.admit(kind.governed(paid));
  if (!(verdict instanceof Promise)) return sendReserved(gate, kind, paid, verdict);
  const settled = kind.awaited?.(paid, verdict) ?? verdict;
  return settled.then((admission) => sendReserved(gate, kind, paid, admission));
}

function sendReserved<Call extends { readonly call: AdmittedCall }, Answer>(
  gate: CallGate,
  kind: PaidCallKind<Call, Answer>,
  paid: Call,
  admission: Admission | GatewayError,
): MaybeAsync<Answer> {
  if ('status' in admission) return kind.refusedByLimit(paid, admission);
  kind.reserved(paid, admission);
  return sendUnlessEnded(gate, kind, paid, admission);
}

/** Sends a call, unless its key has ended during the wait for the body, limits, the cache or an answer. */
function sendUnlessEnded<Call extends { readonly call: AdmittedCall }, Answer>(
  gate: CallGate,
  kind: PaidCallKind<Call, Answer>,
  paid: Call,
  admission: Admission | undefined,
): MaybeAsync<Answer> {
  const ended = gate.keys.refusalOf(paid.call.key);
  if (ended === undefined) return kind.send(paid);
  admission?.giveBack();
  return kind.refusedByKey(paid, ended);
}

/** A paid call, from its sending to its settlement. */
export interface SentCall {
  readonly call: AdmittedCall;
  /** The reservations for it; undefined if there are no limits. */
  readonly admission: Admission | undefined;
  /** Called when its admission is stored. */
  admitted(): void;
  /** Called when it is unknown whether its admission is stored. */
  notAdmitted(error: unknown): void;
  /**
   * Called when its answer can be sent, because its ending is stored or lost.
   * @param lost the reason why it is unknown whether the ending is stored; undefined if it is stored
   */
  answer(ending: CallEnding, lost: { readonly error: unknown } | undefined): void;
  /** Called when its answer could not be sent. */
  broken(): void;
  /** Called when it is settled. */
  over(): void;
}

/**
 * Logs the admission of a call.
 * @param isSent true if the call is sent immediately, so that the line is owed; false if it is sent when it is admitted
 */
export function logAdmission(log: Pick<DecisionLog, 'keep' | 'keepSoon'>, sent: SentCall, isSent: boolean): void {
  const lines = [admissionLine(sent.call)];
  const waiter = new AdmissionWaiter(sent, isSent);
  if (isSent) log.keepSoon(lines, waiter);
  else log.keep(lines, waiter);
}

/** Logs the ending of a call, sends its answer, and settles it. */
export function logEnding(log: Pick<DecisionLog, 'keep'>, sent: SentCall, ending: CallEnding): void {
  log.keep([endingLine(sent.call, ending)], new EndingWaiter(sent, ending));
}

class AdmissionWaiter implements LinesWaiter {
  readonly isOwed: boolean;
  readonly by: AdmittedCall['key'];
  readonly #sent: SentCall;

  constructor(sent: SentCall, isSent: boolean) {
    this.isOwed = isSent;
    this.by = sent.call.key;
    this.#sent = sent;
  }

  kept(): void {
    this.#sent.admitted();
  }

  lost(error: unknown): void {
    this.#sent.notAdmitted(error);
  }
}

class EndingWaiter implements LinesWaiter {
  readonly isOwed = true;
  readonly by: AdmittedCall['key'];
  readonly #sent: SentCall;
  readonly #ending: CallEnding;

  constructor(sent: SentCall, ending: CallEnding) {
    this.by = sent.call.key;
    this.#sent = sent;
    this.#ending = ending;
  }

  kept(): void {
    settle(this.#sent, this.#ending, undefined);
  }

  lost(error: unknown): void {
    settle(this.#sent, this.#ending, { error });
  }
}

function settle(sent: SentCall, ending: CallEnding, lost: { readonly error: unknown } | undefined): void {
  try {
    sent.answer(ending, lost);
  } catch {
    sent.broken();
  } finally {
    // A call is settled only after its ending is logged. If the process is killed in between, the reservation is
    // charged.
    sent.admission?.settle(ending.attempt);
    sent.over();
  }
}
