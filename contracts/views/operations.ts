import { INSIGHT_REFUSAL_CODES } from '../insight/refusal-codes.ts';
import { ORGANIZATION_PATH, WORKSPACE_PATH } from '../tenancy/paths.ts';
import { envelopeSchema, pagedEnvelopeSchema, pageSchema } from '../wire/envelope.ts';
import { createLinks } from '../wire/links.ts';
import type { Operations } from '../wire/operations/operation.ts';
import {
  EditedSavedViewSchema,
  OpenedSavedViewSchema,
  SavedViewDeletionSchema,
  SavedViewSchema,
} from './saved-view.ts';
import { ViewDependentsSchema } from './view-dependents.ts';

const SAVED_VIEW = `${ORGANIZATION_PATH}/saved-views/{sv}` as const;

/** The links from a new view. */
const VIEW_LINKS = createLinks(
  [
    'customer.saved_views.get',
    'customer.saved_views.open',
    'customer.saved_views.dependents',
    'customer.saved_views.update',
    'customer.saved_views.delete',
  ],
  { org: '$request.path.org', sv: '$response.body#/data/id' },
);

/** The operations on saved views. */
export const VIEW_OPERATIONS = {
  'customer.saved_views.create': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/saved-views`,
    success: 201,
    answer: envelopeSchema('saved-view', SavedViewSchema),
    effect: 'write',
    idempotency: 'none',
    links: VIEW_LINKS,
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'saved views',
    summary: 'Create a saved view',
    description:
      'Stores a question with a name. A saved view grants no permissions. A question with `dimension_filter` needs `dimensions.read` on its complete scope.',
  },
  'customer.saved_views.get': {
    method: 'GET',
    path: SAVED_VIEW,
    success: 200,
    answer: envelopeSchema('saved-view', SavedViewSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'Read one saved view',
    description:
      'Returns the stored question as it was written, even if it can no longer be answered. Without `dimensions.read`, each choice of `dimension_filter` is `{"withheld": true}`.',
  },
  'customer.saved_views.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/saved-views`,
    success: 200,
    answer: pageSchema('saved-views', SavedViewSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'List saved views',
    description: "Lists the team views of a workspace and the caller's own views, newest first.",
  },
  'customer.saved_views.open': {
    method: 'POST',
    path: `${SAVED_VIEW}/open`,
    success: 200,
    answer: pagedEnvelopeSchema('opened-saved-view', OpenedSavedViewSchema),
    effect: 'read',
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'saved views',
    summary: 'Query a saved view',
    description: 'Answers the stored question now, with the permissions of the caller.',
  },
  'customer.saved_views.dependents': {
    method: 'GET',
    path: `${SAVED_VIEW}/dependents`,
    success: 200,
    answer: envelopeSchema('saved-view-dependents', ViewDependentsSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'List the dependents of a saved view',
    description:
      'Returns the reports and schedules of the view that the caller can see. Active ones stop if the view is deleted or its question changes. A new name stops none.',
  },
  'customer.saved_views.update': {
    method: 'PUT',
    path: SAVED_VIEW,
    success: 200,
    answer: envelopeSchema('saved-view', EditedSavedViewSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['precondition_failed', ...INSIGHT_REFUSAL_CODES],
    tag: 'saved views',
    summary: 'Replace a saved view',
    description:
      'Replaces the complete view and returns its dependents; only the owner can do this. Reports keep their pinned revision. They continue to run if only name and audience change. A stale `expected_revision` returns 412.',
  },
  'customer.saved_views.delete': {
    method: 'DELETE',
    path: SAVED_VIEW,
    success: 200,
    answer: envelopeSchema('saved-view-deletion', SavedViewDeletionSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'Delete a saved view',
    description:
      'Deletes the view and returns its dependents; only the owner can do this. Questions and answers of existing runs remain.',
  },
} as const satisfies Operations;
