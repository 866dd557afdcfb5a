import type { FastifyRequest } from 'fastify';
import { encodeStatus } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { type OtlpStatus, OtlpStatusSchema } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import type { Lane } from '../../frame/lane/lane.ts';
import { CUSTOMER_LANE } from './customer-lane.ts';

export const OTLP_MEDIA = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;
export type OtlpMedia = (typeof OTLP_MEDIA)[keyof typeof OTLP_MEDIA];

/** The numbers of google.rpc.Code by refusal; any other refusal is 9, FAILED_PRECONDITION. */
const STATUS_CODES: Readonly<Record<string, number | undefined>> = {
  validation_failed: 3,
  not_found: 5,
  rate_limited: 8,
  payload_too_large: 8,
  internal_error: 13,
  dependency_unavailable: 14,
  unauthorized: 16,
};

/**
 * The customer lane with answers for OpenTelemetry exporters: permanent errors have status 400, and every problem is a
 * google.rpc.Status.
 */
export const OTLP_LANE: Lane = {
  ...CUSTOMER_LANE,
  ProblemSchema: OtlpStatusSchema,
  answerTo: (reason) =>
    reason === 'validation_failed' ? { code: reason, status: 400 } : CUSTOMER_LANE.answerTo(reason),
  problemMedia: Object.values(OTLP_MEDIA),
  problemOf(refusal, requestId) {
    const problem = CUSTOMER_LANE.problemOf(refusal, requestId);
    return { ...problem, status: OTLP_LANE.answerTo(refusal.code).status };
  },
  written(problem, request) {
    const status: OtlpStatus = { code: STATUS_CODES[problem.code] ?? 9, message: problem.detail };
    const media = readOtlpMedia(request);
    return { media, body: Buffer.from(media === OTLP_MEDIA.json ? JSON.stringify(status) : encodeStatus(status)) };
  },
};

/** The encoding of a request, in which it is also answered. */
export function readOtlpMedia({ headers }: FastifyRequest): OtlpMedia {
  return /^application\/json\b/i.test(headers['content-type'] ?? '') ? OTLP_MEDIA.json : OTLP_MEDIA.protobuf;
}
