import { describe, expect, it } from 'vitest';
import {
  InsightForbiddenError,
  InsightRefusalError,
  InsightUnavailableError,
  TruetallyError,
  TruetallyProblemError,
} from '../../../../clients/typescript/errors.ts';
import { isInsightRefusal } from '../../../../clients/typescript/resources/is-insight-refusal.ts';
import { createProblemError } from '../../../../clients/typescript/transport/problem-error.ts';
import { INSIGHT_CATALOGUE_DOCUMENT } from '../../../../contracts/insight/insight-catalogue.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../../../contracts/problems/customer-problem.ts';

const documentOf = (type: string, status: number) => ({
  type,
  title: 'A title',
  status,
  code: type,
  detail: 'A sentence.',
  next_action: 'retry',
  request_id: 'req_1',
  errors: [{ pointer: '/name', detail: 'is required' }],
});

describe('a problem', () => {
  it.each<[number, string, unknown]>([
    [403, 'forbidden', InsightForbiddenError],
    [503, 'budget_exceeded', InsightUnavailableError],
    [503, 'coverage_unknown', InsightUnavailableError],
    [503, 'dependency_unavailable', InsightUnavailableError],
    [410, 'snapshot_expired', InsightRefusalError],
    [410, 'read_context_expired', InsightRefusalError],
    [400, 'scope_required', InsightRefusalError],
    [400, 'metric_version_unknown', InsightRefusalError],
    [400, 'purpose_mixing_refused', InsightRefusalError],
    [400, 'window_too_large', InsightRefusalError],
    [400, 'invalid_query', InsightRefusalError],
    [422, 'validation_failed', InsightRefusalError],
    [404, 'not_found', TruetallyProblemError],
    [409, 'conflict', TruetallyProblemError],
    [412, 'precondition_failed', TruetallyProblemError],
    [401, 'unauthorized', TruetallyProblemError],
    [500, 'internal_error', TruetallyProblemError],
    // Neither the status nor the type alone determines the class.
    [403, 'coverage_unknown', TruetallyProblemError],
    [503, 'forbidden', TruetallyProblemError],
    [422, 'invalid_query', TruetallyProblemError],
    [418, 'teapot', TruetallyProblemError],
    [403, 'constructor', TruetallyProblemError],
  ])('%i %s arrives as its class, with every field', (status, type, expected) => {
    const document = documentOf(type, status);
    const error = createProblemError(status, document);
    expect(error.constructor).toBe(expected);
    expect(error).toBeInstanceOf(TruetallyError);
    expect(error.name).toBe((expected as { name: string }).name);
    expect(error).toMatchObject({
      message: 'A sentence.',
      status,
      type,
      code: type,
      title: 'A title',
      detail: 'A sentence.',
      nextAction: 'retry',
      requestId: 'req_1',
      errors: document.errors,
      document,
    });
  });

  it('has the class of its answer’s status, for any document', () => {
    expect(createProblemError(502, documentOf('forbidden', 403)).constructor).toBe(TruetallyProblemError);
  });

  it('of another service keeps its members', () => {
    const document = { title: 'Bad gateway', errors: [{ pointer: 1, detail: 'x' }, 'y'], trace: 'abc' };
    expect(createProblemError(502, document)).toMatchObject({
      status: 502,
      type: 'about:blank',
      title: 'Bad gateway',
      detail: '',
      nextAction: '',
      requestId: '',
      errors: [],
      document: { trace: 'abc' },
    });
  });
});

describe('the table of insight refusals', () => {
  it('is the published one, row for row', () => {
    const statuses = [...new Set(PROBLEM_CODES.map((code) => PROBLEMS[code].status))];
    const known = PROBLEM_CODES.flatMap((code) =>
      statuses.filter((status) => isInsightRefusal(status, code)).map((status) => `${code} ${status}`),
    );
    const published = INSIGHT_CATALOGUE_DOCUMENT.refusals.map(({ code, status }) => `${code} ${status}`);
    expect(known.sort()).toEqual(published.sort());
  });
});
