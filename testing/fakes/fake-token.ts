import type { KeyGrant } from '../../domain/tenancy/key-grants.ts';
import type { LeafChain } from '../../domain/tenancy/scope.ts';

/** The owner of a token of the control plane in memory. */
export interface FakeToken {
  readonly subjectId: string;
  readonly class: 'management' | 'runtime';
  readonly environment?: LeafChain;
  readonly takesStatedCosts?: boolean;
  /** The rights of a credential of a service; absent for a credential with every right of its class. */
  readonly grants?: readonly KeyGrant[];
}
