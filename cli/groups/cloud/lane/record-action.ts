import type { Result } from '../../../output/result.ts';
import type { Screen } from '../../../output/screen.ts';
import { confirm } from '../../../prompts/confirm.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneFlags, type OperationName } from '../../../service/call-operation.ts';
import type { LaneAction, LaneInput } from './lane-action.ts';
import { idsFrom } from './list-action.ts';

/** An operation of the lane whose answer is one document. */
interface RecordParts<Data, Flags> {
  readonly operation: OperationName;
  /** The ids in the path, by the position of their arguments. */
  readonly ids?: readonly string[];
  /** The ids in the path that flags name. */
  readonly idsOf?: (flags: Flags) => Readonly<Record<string, string>>;
  readonly body?: (context: Context, input: LaneInput<Flags>) => Promise<object> | object;
  /** The question before a change that cannot be undone. */
  readonly question?: (input: LaneInput<Flags>) => string;
  readonly text: (data: Data, screen: Screen) => string;
  readonly notes?: (data: Data) => readonly string[];
}

/** An action that calls one operation and shows its document. */
export function recordAction<Data, Flags extends LaneFlags & { readonly 'idempotency-key'?: string | undefined }>(
  parts: RecordParts<Data, Flags>,
): LaneAction<Flags> {
  return {
    async run(context: Context, input: LaneInput<Flags>): Promise<Result> {
      const { args, flags } = input;
      const body = await parts.body?.(context, input);
      if (parts.question !== undefined) await confirm(context, parts.question(input));
      const { bytes, data, isReplayed } = await callOperation<Data>(context, parts.operation, {
        flags,
        ids: { ...idsFrom(parts.ids, args), ...parts.idsOf?.(flags) },
        ...(body !== undefined && { body }),
        idempotencyKey: flags['idempotency-key'],
      });
      return {
        kind: 'document',
        document: bytes,
        text: (screen) => parts.text(data, screen),
        notes: [...(isReplayed ? [REPLAYED] : []), ...(parts.notes?.(data) ?? [])],
      };
    },
  };
}

/** The note about an answer that an earlier request with the same key got. */
export const REPLAYED = 'This idempotency key was used before, so this is the answer to its first request.';
