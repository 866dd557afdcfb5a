import type {
  BareAnswer,
  FileAnswer,
  EnvelopedOperation,
  Operation,
} from '../../contracts/wire/operations/operation.ts';

/** True if clients may send an operation again after an unknown result. */
export function repeatability(
  operation: EnvelopedOperation | Operation<BareAnswer | FileAnswer>,
): 'always' | 'with-key' | 'never' {
  if (operation.effect !== 'write') return 'always';
  return ({ inherent: 'always', key: 'with-key', none: 'never' } as const)[operation.idempotency];
}
