import type { EnvelopedOperation } from '../../../contracts/wire/operations/operation.ts';
import type { Access } from '../access/access.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { createHandlerOf, type OperationHandler } from '../../frame/operations/operation-handler.ts';
import type { RouteContext } from './route-context.ts';

/** The lists of hooks that decide whether what a path names exists for the caller. */
export type AccessName = {
  [Name in keyof Access]: Access[Name] extends RequestHook[] ? Name : never;
}[keyof Access];

/** Members of an operation that only the customer lane has. */
interface CustomerParts {
  readonly access: AccessName;
}

/** An operation of the customer lane. */
export type CustomerHandler = OperationHandler<EnvelopedOperation, RouteContext> & CustomerParts;

/** Makes the handler of an operation of the customer lane, as its context declares it. */
export const customerHandlerOf = createHandlerOf<EnvelopedOperation, RouteContext, CustomerParts>();
