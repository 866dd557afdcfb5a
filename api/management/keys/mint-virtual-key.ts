import { KEY_OPERATIONS } from '../../../contracts/gateway/keys/key-operations.ts';
import { VirtualKeyMintSchema } from '../../../contracts/gateway/keys/virtual-key.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { creationRequest } from '../access/creation-request.ts';
import { announceCreation } from '../lane/announce-creation.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireInstant } from '../lane/require-instant.ts';
import { presentVirtualKey } from './present-virtual-key.ts';

/** Creates a key, and shows its text once. */
export const mintVirtualKey = createManagementHandler(KEY_OPERATIONS, 'management.keys.mint', {
  body: VirtualKeyMintSchema,
  async answer(request, { ports: { virtualKeys, clock }, caller }, reply) {
    const { body } = request;
    const { owner, label, environment_id: environmentId, models = [], providers = [], endpoints = [] } = body;
    const { allow_passthrough: allowsPassthrough = false } = body;
    const expiresAt = expiryOf(body.expires_at, clock.now());
    const asked = creationRequest(request, caller.of(request), { ...body, allow_passthrough: allowsPassthrough });
    const scopes = { models, providers, endpoints };
    const minted = await virtualKeys.mint(asked, {
      owner,
      label,
      environmentId,
      scopes,
      allowsPassthrough,
      expiresAt,
    });
    const { key, token } = minted;
    announceCreation(reply, { path: `keys/${key.keyId}`, isReplay: token === undefined });
    return { key: presentVirtualKey(key, clock.now()), ...(token !== undefined && { token }) };
  },
});

/**
 * The end of a key; undefined if it has none.
 * @throws Refusal `validation_failed` for an instant that does not exist, or that is not in the future
 */
function expiryOf(written: string | undefined, now: Date): Date | undefined {
  if (written === undefined) return undefined;
  const instant = requireInstant(written, '/expires_at');
  if (instant > now) return instant;
  throw invalidMember('/expires_at', '`expires_at` must be in the future. Send a later instant.');
}
