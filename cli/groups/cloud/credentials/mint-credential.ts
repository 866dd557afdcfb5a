import type {
  CredentialOperationV1,
  MintedServiceCredential,
  RotatedServiceCredential,
} from '../../../../clients/typescript/wire.ts';
import { keyGrantsFault, type KeyGrant } from '../../../../domain/tenancy/key-grants.ts';
import { CommandFault, usageFault } from '../../../output/command-fault.ts';
import type { Exit } from '../../../output/exit-codes.ts';
import type { Result } from '../../../output/result.ts';
import { confirm } from '../../../prompts/confirm.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneAnswer, type LaneFlags } from '../../../service/call-operation.ts';
import { follow } from '../../../service/follow.ts';
import type { LaneAction } from '../lane/lane-action.ts';
import { laneOf } from '../lane/lane-flags.ts';
import { recordText } from '../lane/record-text.ts';
import { waitOf } from '../lane/wait-flags.ts';
import { credentialLines } from './credential-lines.ts';
import { requireShownOnce } from './require-shown-once.ts';

const PRESET_MS = 30_000;

interface MintValues extends Omit<LaneFlags, 'application' | 'gateway' | 'environment'> {
  readonly wait: boolean;
  readonly 'wait-timeout': number | undefined;
  readonly team: readonly string[];
}

interface CreateValues extends MintValues {
  readonly service: string;
  readonly env: string;
  readonly gateway: readonly string[];
  readonly label: string;
  readonly 'ttl-days': number | undefined;
  readonly grant: readonly KeyGrant[];
}

interface RotateValues extends MintValues {
  readonly 'credential-id': string;
  readonly 'overlap-minutes': number | undefined;
  readonly 'revoke-previous-now': boolean;
  readonly 'no-team': boolean;
}

export const createCredential: LaneAction<CreateValues> = {
  async run(context, { flags }) {
    const timeoutMs = waitOf(flags, PRESET_MS);
    const fault = keyGrantsFault(flags.grant);
    if (fault !== undefined) throw usageFault(fault);
    await requireShownOnce(context);
    const minted = await callOperation<MintedServiceCredential>(context, 'customer.service_credentials.create', {
      flags: laneOf(flags),
      ids: { svc: flags.service },
      body: {
        environment_id: flags.env,
        gateway_ids: flags.gateway,
        label: flags.label,
        ...(flags['ttl-days'] !== undefined && { ttl_days: flags['ttl-days'] }),
        ...(flags.grant.length > 0 && { grants: flags.grant }),
        ...(flags.team.length > 0 && { team_ids: flags.team }),
      },
    });
    return mintedResult(context, { flags, minted, timeoutMs });
  },
};

export const rotateCredential: LaneAction<RotateValues> = {
  async run(context, { flags }) {
    const timeoutMs = waitOf(flags, PRESET_MS);
    await requireShownOnce(context);
    const { 'overlap-minutes': overlap, 'revoke-previous-now': isRevoked, 'credential-id': credentialId } = flags;
    if (isRevoked) await confirm(context, `Revoke the credential ${credentialId} now? Its programs stop working.`);
    const minted = await callOperation<RotatedServiceCredential>(context, 'customer.service_credentials.rotate', {
      flags: laneOf(flags),
      ids: { cred: credentialId },
      body: {
        ...(overlap !== undefined && { overlap_minutes: overlap }),
        ...(isRevoked && { revoke_previous_now: true }),
        ...((flags.team.length > 0 || flags['no-team']) && { team_ids: flags.team }),
      },
    });
    return mintedResult(context, { flags, minted, timeoutMs });
  },
};

interface Minted {
  readonly flags: MintValues;
  readonly minted: LaneAnswer<MintedServiceCredential>;
  readonly timeoutMs: number | undefined;
}

/** The result with the text of the credential. It is shown however the wait ends. */
async function mintedResult(context: Context, { flags, minted, timeoutMs }: Minted): Promise<Result> {
  const { credential, token } = minted.data;
  const ending =
    timeoutMs === undefined
      ? { exit: 'done' as const, notes: [laterText(credential.operation_id)] }
      : await waitForReadiness(context, { lane: laneOf(flags), operationId: credential.operation_id, timeoutMs });
  return {
    kind: 'document',
    document: minted.bytes,
    text: (screen) => recordText([['credential text', token], ...credentialLines(credential)], screen),
    notes: ['Store the text of the credential now. It is not shown again.', ...ending.notes],
    exit: ending.exit,
  };
}

interface Wait {
  readonly lane: LaneFlags;
  readonly operationId: string;
  readonly timeoutMs: number;
}

async function waitForReadiness(
  context: Context,
  { lane, operationId, timeoutMs }: Wait,
): Promise<{ readonly exit: Exit; readonly notes: readonly string[] }> {
  try {
    const { data } = await follow(context, {
      timeoutMs,
      ask: () =>
        callOperation<CredentialOperationV1>(context, 'customer.service_credentials.status', {
          flags: lane,
          ids: { kop: operationId },
        }),
      hasEnded: ({ data: { readiness } }) => readiness !== 'minted',
      describe: ({ data: { readiness } }) => `the credential is ${readiness}`,
    });
    if (data.readiness === 'ready') return { exit: 'done', notes: ['The credential is ready.'] };
    if (data.readiness !== 'minted') return { exit: 'refused', notes: [`The credential is ${data.readiness}.`] };
    return {
      exit: 'unavailable',
      notes: ['The time is over, and the credential is not ready.', laterText(operationId)],
    };
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    return { exit: error.exit, notes: [`The readiness is unknown: ${error.message}`, laterText(operationId)] };
  }
}

function laterText(operationId: string): string {
  return `See when it works: tt cloud credential status --operation ${operationId}`;
}
