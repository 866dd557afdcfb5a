import { Compile } from 'typebox/compile';
import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import type { CapturedContent, ContentSelection } from '../events/captured-content.ts';
import { CONTENT_EVENT, ContentSchema, MAX_CONTENT_CHARACTERS, type Content } from '../events/content.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import type { TrafficFault } from './traffic-receipt.ts';

type Fault = Omit<TrafficFault, 'index'>;

/** The result for content that was sent: its `content` is undefined if none of it is wanted. */
export type ReceivedContent = { readonly content: CapturedContent | undefined } | { readonly fault: Fault };

/** The tolerance for clocks of senders that run ahead. Content from the far future would be stored until then. */
const AHEAD_MS = 86_400_000;

const validator = Compile(ContentSchema);

export function isContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'event' in value && value.event === CONTENT_EVENT;
}

/**
 * Checks content that was sent with a credential of one environment. Faults are reported to the sender and leave no
 * trace: no figure uses content, and content must not be stored among faulty lines.
 */
export function receiveContent(
  value: unknown,
  environment: LeafChain,
  receivedAt: Date,
  wanted: ContentSelection,
): ReceivedContent {
  if (!validator.Check(value)) return { fault: shapeFault(value) };
  if (!isOf(value, environment)) return { fault: STRANGER };
  const atMs = parseInstantMs(value.admitted_at);
  if (atMs === undefined || atMs > receivedAt.getTime() + AHEAD_MS) return { fault: UNTIMELY };
  const { request, response } = value;
  const parts = {
    ...(wanted.request && request !== undefined && { request }),
    ...(wanted.response && response !== undefined && { response }),
  };
  if (Object.keys(parts).length === 0) return { content: undefined };
  const { workspaceId } = environment;
  return {
    content: { workspaceId, requestId: value.logical_request_id, admittedAt: new Date(atMs), ...parts },
  };
}

const STRANGER: Fault = {
  pointer: '/scope',
  reason: 'unknown_scope',
  detail:
    'This credential writes the traffic of another environment. Omit `scope`, or use the credential of that environment.',
};

const UNTIMELY: Fault = {
  pointer: '/admitted_at',
  reason: 'broken_rule',
  detail: 'The instant of the request must be after the year 2000 and before tomorrow.',
};

function isOf({ scope }: Content, environment: LeafChain): boolean {
  return (
    scope.organization_id === environment.organizationId &&
    scope.workspace_id === environment.workspaceId &&
    scope.application_id === environment.applicationId &&
    scope.gateway_id === environment.gatewayId &&
    scope.environment_id === environment.environmentId
  );
}

function shapeFault(value: unknown): Fault {
  const [error] = validator.Errors(value);
  const pointer = error?.instancePath ?? '';
  const isLong = error?.keyword === 'maxLength' && /^\/re(quest|sponse)$/.test(pointer);
  if (isLong)
    return {
      pointer,
      reason: 'too_long',
      detail: `The content is longer than ${MAX_CONTENT_CHARACTERS} characters. Shorten it.`,
    };
  return { pointer, reason: 'wrong_shape', detail: `${pointer || '/'} ${error?.message ?? 'has the wrong shape'}.` };
}
