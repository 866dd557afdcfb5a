import type { EnvelopedOperation } from '../../../contracts/wire/operations/operation.ts';
import type { Access } from '../access/access.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { createHandlerFactory, type OperationHandler } from '../../frame/operations/operation-handler.ts';
import type { RouteContext } from './route-context.ts';

/** The names of the hook lists that decide whether the subject of a path exists for the caller. */
export type AccessName = {
  [Name in keyof Access]: Access[Name] extends RequestHook[] ? Name : never;
}[keyof Access];

/** Members of an operation that only the customer lane has. */
interface CustomerParts {
  readonly access: AccessName;
}

/** An operation of the customer lane. */
export type CustomerHandler = OperationHandler<EnvelopedOperation, RouteContext> & CustomerParts;

/** Creates the handler of an operation that its context declares for the customer lane. */
export const createCustomerHandler = createHandlerFactory<EnvelopedOperation, RouteContext, CustomerParts>();
