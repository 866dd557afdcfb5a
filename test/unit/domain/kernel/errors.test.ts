import { describe, expect, it } from 'vitest';
import {
  conflict,
  DefectError,
  invalidMember,
  revisionMismatch,
  notFound,
  Refusal,
} from '../../../../domain/kernel/errors.ts';

const membersOf = ({ name, code, message, faults }: Refusal): unknown => ({ name, code, message, faults });

describe('a refusal', () => {
  it('has a code and a sentence, and a fault or cause only if given', () => {
    const refusal = new Refusal('forbidden', 'Ask for access.');
    expect(membersOf(refusal)).toEqual({ name: 'Refusal', code: 'forbidden', message: 'Ask for access.', faults: [] });
    expect('cause' in refusal).toBe(false);
  });

  it('keeps the given faults and cause', () => {
    const cause = new Error('lost');
    const faults = [{ pointer: '/name', detail: 'Too long.' }];
    const refusal = new Refusal('dependency_unavailable', 'Try again.', { faults, cause });
    expect([refusal.faults, refusal.cause]).toEqual([faults, cause]);
  });

  it.each([
    [
      'a missing resource, with the text for a concealed one',
      notFound(),
      'not_found',
      'There is no such resource, or you may not see it. Check the ids of the path against the lists.',
      [],
    ],
    ['a missing resource, with its own text', notFound('No such run.'), 'not_found', 'No such run.', []],
    [
      'a member',
      invalidMember('/name', 'Too long.'),
      'validation_failed',
      'Too long.',
      [{ pointer: '/name', detail: 'Too long.' }],
    ],
    [
      'a state that concerns the complete document',
      conflict('already_settled', 'It has ended.'),
      'conflict',
      'It has ended.',
      [{ pointer: '', detail: 'It has ended.', code: 'already_settled' }],
    ],
    [
      'a name',
      conflict('name_taken', 'It is taken.', '/name'),
      'conflict',
      'It is taken.',
      [{ pointer: '/name', detail: 'It is taken.', code: 'name_taken' }],
    ],
    [
      'an expired value',
      revisionMismatch('revision_stale', 'It was changed.'),
      'precondition_failed',
      'It was changed.',
      [{ pointer: '', detail: 'It was changed.', code: 'revision_stale' }],
    ],
    [
      'the state on which a member depends',
      revisionMismatch('view_gone', 'It is gone.', '/view_id'),
      'precondition_failed',
      'It is gone.',
      [{ pointer: '/view_id', detail: 'It is gone.', code: 'view_gone' }],
    ],
  ] as const)('is of %s', (_what, refusal, code, message, faults) => {
    expect(membersOf(refusal)).toEqual({ name: 'Refusal', code, message, faults });
  });
});

describe('a defect', () => {
  it('logs its description with its cause', () => {
    const cause = new Error('lost');
    const defect = new DefectError('An answer has no rows.', { cause });
    expect([defect.name, defect.message, defect.cause]).toEqual(['DefectError', 'An answer has no rows.', cause]);
  });
});
