import { Type, type Static } from 'typebox';
import { DATASET_BUILDERS } from '../../../domain/quality/datasets/dataset-builders.ts';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import { MEMBER_EXCLUSIONS } from '../../../domain/quality/datasets/member-exclusion.ts';
import { MEMBER_KINDS } from '../../../domain/quality/datasets/member-kind.ts';
import { textMember } from '../../ingest/events/members.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { DigestSchema, InstantSchema, NameSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { ItemAnnotationsSchema } from './annotations.ts';

const closed = { additionalProperties: false } as const;

const items = (description: string) => wholeSchema(0, DATASET_LIMITS.items, { description });

const DuplicatesSchema = Type.Object(
  {
    requests: items('Requests that were named again'),
    contents: items('Requests with the text of another item'),
  },
  { title: 'DatasetDuplicates', description: 'What the build or the edit left out, because it counts once', ...closed },
);

const VersionMembers = {
  dataset_id: idSchema('dataset'),
  workspace_id: idSchema('workspace'),
  name: NameSchema,
  builder: literalUnion(DATASET_BUILDERS, { description: 'The builder of the first version' }),
  version: wholeSchema(1, DATASET_LIMITS.versions, { description: 'The version, counted from 1' }),
  digest: DigestSchema,
  items: items('Items of the version'),
  synthetic_items: items('Items that templates made'),
  imported_items: items('Items that were imported'),
  captured_bodies: items('Items whose request and complete answer were stored when they became items'),
  captured_requests: items('Items whose request was stored when they became items'),
  duplicates: DuplicatesSchema,
  fit_eligible: Type.Boolean({ description: 'False if an item is synthetic or imported: nothing is fitted to it' }),
  created_at: InstantSchema,
  version_created_at: InstantSchema,
} as const;

/** A dataset with the counts of one version. */
export const DatasetSchema = Type.Object(VersionMembers, { title: 'EvalDataset', ...closed });

export type DatasetDocument = Static<typeof DatasetSchema>;

/** One page of datasets, newest first. */
export const DatasetsSchema = Type.Object(
  { datasets: Type.Array(DatasetSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'EvalDatasets', ...closed },
);

/** The members of the query of the list in addition to those of every list. */
export const DATASET_FILTER = {
  workspace_id: Type.Optional(idSchema('workspace')),
  builder: Type.Optional(literalUnion(DATASET_BUILDERS, { description: 'Only datasets of this builder' })),
  fit_eligible: Type.Optional(
    literalUnion(['true', 'false'], { description: 'Only datasets whose newest version may or may not be fitted to' }),
  ),
} as const;

/** The members of the query of one dataset. */
export const DatasetQuerySchema = Type.Object(
  {
    workspace_id: Type.Optional(idSchema('workspace')),
    version: Type.Optional(wholeSchema(1, DATASET_LIMITS.versions, { description: 'The version; absent: the newest' })),
  },
  closed,
);

const DatasetItemSchema = Type.Object(
  {
    req_id: textMember('The request, as its gateway names it.'),
    req_ts: InstantSchema,
    segment: textSchema(MAX_ID_BYTES, { description: 'The route of the request; empty if it has none' }),
    kind: literalUnion(MEMBER_KINDS, { description: 'The origin of the request' }),
    content_hash: textSchema(64, {
      pattern: '^([0-9a-f]{64})?$',
      description: 'SHA-256 of the stored request; empty if it was not stored, or is erased',
    }),
    exclusion: literalUnion(MEMBER_EXCLUSIONS, { description: 'The present state of the item; `none` counts' }),
    annotations: ItemAnnotationsSchema,
  },
  { title: 'EvalDatasetItem', ...closed },
);

const excluded = (description: string) => items(description);

/** One version of a dataset with its items. */
export const DatasetSnapshotSchema = Type.Object(
  {
    ...VersionMembers,
    definition: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 64,
      description: 'The parameters of the build, without texts of requests',
    }),
    excluded: Type.Object(
      {
        expired: excluded('Items before the retention horizon'),
        erased: excluded('Items that an erasure removed'),
        excluded: excluded('Items in a window that is excluded from every read'),
        missing: excluded('Items without facts'),
      },
      { title: 'DatasetExclusions', description: 'Items of this version that do not count now', ...closed },
    ),
    item_list: Type.Array(DatasetItemSchema, { maxItems: DATASET_LIMITS.items }),
  },
  { title: 'EvalDatasetSnapshot', ...closed },
);

export type DatasetSnapshotDocument = Static<typeof DatasetSnapshotSchema>;

/** The result of an edit. */
export const EditedDatasetSchema = Type.Object(
  {
    dataset: DatasetSchema,
    added: items('Requests that became items'),
    removed: items('Requests that are no items any more'),
    annotated: items('Items whose annotations changed'),
    not_items: items('Requests to remove that were no items'),
    duplicates: DuplicatesSchema,
  },
  { title: 'EditedEvalDataset', ...closed },
);

/** The result of a deletion. */
export const DatasetDeletedSchema = Type.Object(
  { dataset_id: idSchema('dataset'), deleted: Type.Literal(true) },
  { title: 'EvalDatasetDeleted', ...closed },
);
