import { expect, it } from 'vitest';
import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import type { ManagementOperations } from '../../contracts/wire/operations/management-operation.ts';
import { type Scope, SCOPES } from '../../domain/management/scopes.ts';

/**
 * The scopes that open no operation yet, with the reason why they stay. Remove the row of a scope with its first
 * operation. A scope without a reason goes, because it suggests a right that it does not give.
 */
const RESERVED: Partial<Record<Scope, string>> = {};

const operations: ManagementOperations = MANAGEMENT_OPERATIONS;
/** The scopes that some operation requires. An operation that requires every scope shows the use of none. */
const opening = new Set(
  Object.values(operations).flatMap((operation) => {
    const scopes: readonly Scope[] = 'access' in operation ? operation.access.scopes : [];
    return scopes.length === SCOPES.length ? [] : scopes;
  }),
);

it('every scope opens an operation, or is reserved with a reason', () => {
  expect(SCOPES.filter((scope) => !opening.has(scope) && RESERVED[scope] === undefined)).toEqual([]);
});

it('no reserved scope opens an operation', () => {
  expect(SCOPES.filter((scope) => opening.has(scope) && RESERVED[scope] !== undefined)).toEqual([]);
});
