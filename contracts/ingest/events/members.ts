import { Type, type TEnum, type TInteger, type TNumber, type TOptional, type TString } from 'typebox';
import { idTextSchema, MAX_ID_BYTES, REFUSED_CHARACTERS } from '../../wire/id-text.ts';
import { wholeSchema } from '../../wire/scalars.ts';
import { PURPOSES } from '../../../domain/insight/insight-sets.ts';
import { DimensionsSchema } from '../dimensions/dimensions-schema.ts';

const TEXT = `^[^${REFUSED_CHARACTERS}]+$`;
const TEXT_FORM = `a text of 1 to ${MAX_ID_BYTES} bytes in UTF-8 without control characters`;

/** An id or a name: 1 to 512 bytes, without control characters. */
export function textMember(description: string): TString {
  return idTextSchema({ minLength: 1, pattern: TEXT, description, 'x-form': TEXT_FORM });
}

export function optionalTextMember(description: string): TOptional<TString> {
  return Type.Optional(textMember(description));
}

/**
 * An RFC 3339 instant with seconds, in either case; digits below the millisecond are dropped.
 * `rules/find-broken-rule.ts` checks its range.
 */
export function instantMember(description: string): TString {
  return Type.String({
    maxLength: 40,
    pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})$',
    description,
    'x-form': 'an RFC 3339 instant with seconds and an offset or Z, such as 2026-05-06T07:08:09Z',
  });
}

/**
 * Signed whole nano-USD as a decimal string, at most 19 digits. `rules/find-broken-rule.ts` checks the 64-bit range.
 */
export function nanosMember(description: string): TString {
  return Type.String({
    maxLength: 20,
    pattern: '^(0|-?[1-9][0-9]{0,18})$',
    description,
    'x-form': 'whole nano-USD as a decimal text',
  });
}

export function optionalMilliseconds(description: string): TOptional<TNumber> {
  return Type.Optional(Type.Number({ minimum: 0, maximum: 1e12, description }));
}

export function optionalTokens(description: string): TOptional<TInteger> {
  return Type.Optional(wholeSchema(0, Number.MAX_SAFE_INTEGER, { description }));
}

export function wholeMember(minimum: number, maximum: number, description: string): TInteger {
  return wholeSchema(minimum, maximum, { description });
}

export function enumMember<Values extends string[]>(values: readonly [...Values], description: string): TEnum<Values> {
  return Type.Enum<Values>([...values], { description });
}

/** The position of traffic in the tenancy tree: always one environment. */
export const LeafScopeSchema = Type.Object(
  {
    organization_id: textMember('Organization.'),
    workspace_id: textMember('Workspace.'),
    application_id: textMember('Application.'),
    gateway_id: textMember('Gateway.'),
    environment_id: textMember('Environment of the traffic.'),
  },
  { additionalProperties: false },
);

const names = (maxItems: number, description: string) => Type.Array(textMember('A name.'), { maxItems, description });

/** Names by which reports of one call are recognized as reports of the same call. */
export const CallNamesSchema = Type.Object(
  {
    own: names(2, 'Names of the call in this report.'),
    around: names(4, 'Names of reports of the same call that enclose this report, such as parent spans.'),
  },
  {
    additionalProperties: false,
    description:
      'Names of the call that other requests can also report. The first request counts. A later request reports the same call, and changes nothing, if both share an `own` name or one encloses the other.',
  },
);

/** The members that every event about a request repeats, so that no read needs a join. */
export const requestDimensions = {
  schema: Type.Literal(1, { description: 'Version of this format.' }),
  scope: LeafScopeSchema,
  purpose: enumMember(PURPOSES, 'The purpose of the request.'),
  logical_request_id: textMember('The request, as its gateway names it; unique within the workspace.'),
  release_id: optionalTextMember('Release of the environment.'),
  route_id: optionalTextMember('Route of the request.'),
  trace_id: optionalTextMember('Trace of the request.'),
  team_id: optionalTextMember('Team to which the request is attributed.'),
  input_size_bucket: optionalTextMember('Size class of the input, as the gateway names it.'),
  dimensions: Type.Optional(DimensionsSchema),
};
