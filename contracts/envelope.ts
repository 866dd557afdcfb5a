import { Type, type TArray, type TLiteral, type TObject, type TOptional, type TSchema, type TString } from 'typebox';
import { idSchema } from './ids.ts';

/** What an answer of the customer lane holds, named beside the data. */
type EnvelopeKind =
  | 'insight-answer'
  | 'insight-catalog'
  | 'insight-receipt'
  | 'saved-view-deletion'
  | 'saved-views'
  | 'saved-view'
  | 'opened-saved-view'
  | 'reports'
  | 'report-creation'
  | 'report'
  | 'report-run'
  | 'opened-report-run';

const closed = { additionalProperties: false } as const;
const nextCursor = Type.String({
  description: 'Opaque. Give it back to read the next page; empty on the last page.',
});

/** `{kind, data, request_id}` around one document. */
export function envelopeOf<Kind extends EnvelopeKind, Data extends TSchema>(
  kind: Kind,
  data: Data,
): TObject<{ kind: TLiteral<Kind>; data: Data; request_id: TString }> {
  return Type.Object({ kind: Type.Literal(kind), data, request_id: idSchema('request') }, closed);
}

/** `{kind, data, next_cursor, request_id}` around one page of documents, newest first. */
export function pageOf<Kind extends EnvelopeKind, Item extends TSchema>(
  kind: Kind,
  item: Item,
): TObject<{ kind: TLiteral<Kind>; data: TArray<Item>; next_cursor: TString; request_id: TString }> {
  return Type.Object(
    { kind: Type.Literal(kind), data: Type.Array(item), next_cursor: nextCursor, request_id: idSchema('request') },
    closed,
  );
}

/** `{kind, data, next_cursor?, request_id}` around a document that may hold a page of rows. */
export function pagedEnvelopeOf<Kind extends EnvelopeKind, Data extends TSchema>(
  kind: Kind,
  data: Data,
): TObject<{ kind: TLiteral<Kind>; data: Data; next_cursor: TOptional<TString>; request_id: TString }> {
  return Type.Object(
    {
      kind: Type.Literal(kind),
      data,
      next_cursor: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Opaque; only where more rows follow. Give it back with the read context',
        }),
      ),
      request_id: idSchema('request'),
    },
    closed,
  );
}
