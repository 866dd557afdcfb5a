import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { freeText } from '../../../operator/commands/options.ts';
import { ChosenNameSchema } from '../../../contracts/wire/scalars.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeReportBody, makeReport, saveView } from '../../../testing/api/made-report.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const WORKSPACE = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}`;

/** Invisible code points: C1 controls, zero-width characters, and characters that change the text direction. */
const UNSEEN = [
  0x0000, 0x001b, 0x007f, 0x0080, 0x0085, 0x009f, 0x00ad, 0x061c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
  0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f, 0xfeff, 0xfff9,
];

describe('a name', () => {
  it.each(UNSEEN.map((code) => [code.toString(16).padStart(4, '0'), String.fromCodePoint(code)] as const))(
    'with U+%s is refused from a customer and from an operator',
    (_code, character) => {
      const name = `Weekly${character}spend`;
      expect([Value.Check(ChosenNameSchema, name), freeText().accept(name, new Date(0))]).toEqual([false, undefined]);
    },
  );

  it.each([
    'Weekly spend',
    'Größe',
    '週次レポート',
    'تقرير',
    'отчёт',
    '👍🏽 ok',
    'a\u0301',
    'x'.repeat(120),
    '👍'.repeat(120),
  ])('is accepted unchanged: %s', (name) => {
    expect([Value.Check(ChosenNameSchema, name), freeText().accept(name, new Date(0))]).toEqual([true, name]);
  });

  it('is refused by its form at the creation and renaming of a view or report', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const name = 'Spend\u202etxt.exe';
    const detail =
      'must have this form: 1 to 120 characters, without control characters, invisible characters and marks of text direction, for example `Weekly spend`';
    const refused = [{ pointer: '/name', detail }];
    const created = await api.post(`${WORKSPACE}/saved-views`, { body: makeView({ name }) });
    const reported = await api.post(`${WORKSPACE}/reports`, { body: makeReportBody(view, { name }) });
    const renamed = await api.put(`/organizations/${ORGANIZATION_ID}/saved-views/${view.id}`, {
      body: { ...makeView({ name }), expected_revision: '1' },
    });
    const made = await makeReport({ api, view: { name: 'Another' } });
    const again = await api.put(made.reportPath, {
      body: { name, recipient_subject_ids: [], expected_revision: made.report.revision },
    });
    expect([created, reported, renamed, again].map(({ status, body }) => [status, body['errors']])).toEqual(
      Array(4).fill([422, refused]),
    );
  });

  it('from an earlier version is shown unchanged', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    api.plane.views.set(view.id, { ...view, name: 'Zero\u200bwidth' });
    const { status, body } = await api.get<{ data: { name: string } }>(
      `/organizations/${ORGANIZATION_ID}/saved-views/${view.id}`,
    );
    expect([status, body.data.name]).toEqual([200, 'Zero\u200bwidth']);
  });
});
