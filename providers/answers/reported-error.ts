import { isJsonObject, type JsonObject } from '../json-parts.ts';
import { statusFromErrorCode } from './status-from-error-code.ts';

/** An error that a provider states in a document. */
export interface ReportedError {
  /**
   * The provider's code for the error, in a form that facts accept. `error_429` if the provider only states a number;
   * `error` if it states no code.
   */
  readonly word: string;
  /** The equivalent HTTP status; undefined if it is unknown. */
  readonly status: number | undefined;
}

/** The form of a code. It excludes sentences, which may repeat the request. */
const WORD = /^(?=.*[a-z])[\w.-]{1,64}$/i;

/** The members that state an error in documents without a member `error` and without an answer. */
const SIGNS = [
  ...['message', 'msg', 'detail', 'errors', 'fault', 'error_code', 'error_msg', 'error_message', 'errorMessage'],
  '__type',
] as const;

/**
 * The error that a document states; undefined if it states no error.
 * @param isAnswer true if the document also has the members of an answer: an empty member `error` is then not an error
 */
export function findReportedError(document: JsonObject, isAnswer: boolean): ReportedError | undefined {
  const { error, type, object } = document;
  if (isStated(error, isAnswer)) return readError(error, document);
  if (type === 'error' || object === 'error') return readError(document, document);
  const { base_resp: outcome } = document;
  // MiniMax states every outcome in this member; 0 is success.
  if (isJsonObject(outcome) && typeof outcome['status_code'] === 'number' && outcome['status_code'] !== 0)
    return { word: `error_${outcome['status_code']}`, status: MINIMAX_STATUSES[outcome['status_code']] };
  if (isAnswer) return undefined;
  return SIGNS.some((name) => isStated(document[name], false)) ? readError(document, document) : undefined;
}

const MINIMAX_STATUSES: Readonly<Record<number, number>> = {
  1002: 429,
  1004: 401,
  1008: 402,
  1041: 429,
  2013: 400,
  2049: 401,
};

function isStated(error: unknown, isAnswer: boolean): boolean {
  if (error === undefined || error === null || error === false || error === '' || error === 0) return false;
  return !(isAnswer && isJsonObject(error) && Object.keys(error).length === 0);
}

/**
 * Reads the error that a document states.
 * @param error the value of the member `error`, or the document itself
 */
export function readError(error: unknown, document: JsonObject): ReportedError {
  const stated = isJsonObject(error) ? error : {};
  const named = [stated['type'], stated['code'], stated['status'], document['error_type'], stated['__type'], error];
  const words = named.filter((word): word is string => typeof word === 'string' && WORD.test(word) && word !== 'error');
  const numbers = [stated['code'], stated['status'], stated['status_code'], stated['statusCode'], document['code']];
  const status = numbers.map(statusOfNumber).find((number) => number !== undefined);
  const known = words.find((word) => statusFromErrorCode(word) !== undefined);
  const word = known ?? words[0] ?? (status === undefined ? 'error' : `error_${status}`);
  return { word, status: status ?? statusFromErrorCode(word) };
}

/** The number that a provider gives an error, if it is an HTTP status. Azure writes it as a text. */
function statusOfNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 400 && number <= 599 ? number : undefined;
}
