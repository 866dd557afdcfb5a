import { expect, it } from 'vitest';
import { invalidMember, Refusal, collectRefusals } from '../../../../domain/kernel/errors.ts';

function refusing(refusal: Error): () => void {
  return () => {
    throw refusal;
  };
}

function thrownBy(checks: readonly (() => void)[]): unknown {
  try {
    collectRefusals(checks);
    return undefined;
  } catch (error) {
    return error;
  }
}

const first = new Refusal('invalid_query', 'The first.', { faults: [{ pointer: '/a', detail: 'a' }] });
const second = invalidMember('/b', 'The second.');

it('throws nothing if every check passes', () => {
  expect(thrownBy([() => undefined, () => undefined])).toBeUndefined();
});

it('throws a single refusal unchanged', () => {
  expect(thrownBy([() => undefined, refusing(second)])).toBe(second);
});

it('throws one refusal of several, with the code of the first and all faults', () => {
  expect(thrownBy([refusing(first), refusing(second)])).toMatchObject({
    code: 'invalid_query',
    message: 'The first. The second.',
    faults: [
      { pointer: '/a', detail: 'a' },
      { pointer: '/b', detail: 'The second.' },
    ],
  });
});

it('passes on other errors', () => {
  const defect = new Error('broken');
  expect(thrownBy([refusing(first), refusing(defect)])).toBe(defect);
});
