import type { FastifyRequest } from 'fastify';
import type { ManagementOperation } from '../../../contracts/wire/operations/management-operation.ts';
import type { RequestSlot } from '../../frame/access/request-slot.ts';
import { createHandlerFactory, type OperationHandler } from '../../frame/operations/operation-handler.ts';
import type { PageCursors } from '../../frame/paging/page-cursor.ts';
import type { ManagementAccess } from '../access/management-access.ts';
import type { ManagementCaller } from '../access/management-caller.ts';
import type { SignIn } from '../access/sign-in.ts';
import type { ManagementPorts } from '../ports/management-ports.ts';
import type { StreamSlots } from './stream-slots.ts';

/** The context of every handler of the management plane. */
export interface ManagementContext {
  readonly ports: ManagementPorts;
  readonly caller: RequestSlot<ManagementCaller>;
  readonly signIn: SignIn;
  readonly cursors: PageCursors;
  /** Checks the right of a request again, while its answer is being sent. */
  readonly recheck: ManagementAccess['recheck'];
  /** The open streams of live decisions. */
  readonly streamSlots: StreamSlots;
}

/** Members of an operation that only the management plane has. */
interface ManagementParts {
  /** True for an operation that writes into the journal, which is refused while the journal accepts no more. */
  readonly isKept?: true;
  /**
   * The check that the deployment serves the operation. It runs for permitted callers before any read, and throws its
   * refusal.
   */
  readonly gate?: (context: ManagementContext, request: FastifyRequest) => void;
}

/** An operation of the management plane. */
export type ManagementHandler = OperationHandler<ManagementOperation, ManagementContext> & ManagementParts;

/** Creates the handler of an operation that its context declares for the management plane. */
export const createManagementHandler = createHandlerFactory<ManagementOperation, ManagementContext, ManagementParts>();
