import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import type { NamedKind } from '../../store/tenancy/named-node-store.ts';
import { readPages } from './plane-steps.ts';
import type { ContractTenancies } from './contract-tenancies.ts';

/**
 * Tests the contract of every store of the tree, its people and their credentials. `place` is called when a test runs.
 */
export function describeTenancyContract(place: () => ContractTenancies): void {
  describe('a caller', () => {
    it('has no permission until it is bound, and then exactly those of its bindings', async () => {
      const { tenancy } = place();
      const tree = await place().makeTree();
      const { organizationId, workspaceId } = tree;
      const subjectId = await place().makeSubject(organizationId);
      expect(await tenancy.loadCaller(subjectId)).toMatchObject({ subjectId, organizationId, bindings: [] });
      await place().bind(subjectId, ['metadata.read', 'cost.read'], tree);
      const block = { organizationId, workspaceId };
      expect(await tenancy.loadCaller(subjectId)).toMatchObject({
        subjectId,
        organizationId,
        bindings: [{ actions: ['metadata.read', 'cost.read'], block }],
      });
    });

    it('is undefined without the subject', async () => {
      expect(await place().tenancy.loadCaller(newId('subject'))).toBeUndefined();
    });
  });

  describe('a workspace tree', () => {
    it('has every environment of the workspace in the order of their ids, and nothing of another workspace', async () => {
      const tree = await place().makeTree();
      await place().makeTree();
      const inOrder = [...tree.environments].sort((a, b) => (a.environmentId < b.environmentId ? -1 : 1));
      expect(inOrder).toHaveLength(2);
      expect(await place().tenancy.loadTree(tree.workspaceId)).toEqual({ ...tree, environments: inOrder });
    });

    it('is undefined for a missing workspace', async () => {
      expect(await place().tenancy.loadTree(newId('workspace'))).toBeUndefined();
    });
  });

  describe('the members of an organization', () => {
    it('are the requested subjects that belong to it', async () => {
      const [home, away] = [await place().makeTree(), await place().makeTree()];
      const subjects = [await place().makeSubject(home.organizationId), await place().makeSubject(home.organizationId)];
      const foreign = await place().makeSubject(away.organizationId);
      const asked = [...subjects, foreign, newId('subject')];
      expect(await place().tenancy.organizationMembers(home.organizationId, asked)).toEqual(new Set(subjects));
    });
  });

  describe('the names of the tree', () => {
    it('are listed for each kind with all parent ids, of one organization or one of its workspaces', async () => {
      const tree = await place().makeTree();
      const foreign = await place().makeTree();
      const { organizationId, workspaceId, environments } = tree;
      const [{ applicationId, gatewayId }] = environments as [(typeof environments)[0]];
      const workspace = { organizationId, workspaceId };
      const expected = {
        workspace: [workspace],
        application: [{ ...workspace, applicationId }],
        gateway: [{ ...workspace, applicationId, gatewayId }],
        environment: environments.map((leaf) => ({ ...workspace, ...leaf })),
      };
      for (const kind of Object.keys(expected) as NamedKind[]) {
        const list = async (within: { organizationId: string; workspaceId?: string }) =>
          (await place().names.listNodes(kind, within, { limit: 10, after: undefined })).map(({ block }) => block);
        const inOrganization = await list({ organizationId });
        expect(inOrganization).toHaveLength(expected[kind].length);
        expect(inOrganization).toEqual(expect.arrayContaining(expected[kind]));
        expect(await list(workspace)).toEqual(inOrganization);
        expect(await list({ organizationId, workspaceId: foreign.workspaceId })).toEqual([]);
      }
    });

    it('are read page by page through equal times', async () => {
      const { organizationId, environments } = await place().makeTree();
      const list = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) =>
        place().names.listNodes('environment', { organizationId }, page);
      const keyOf = ({ block, createdAt }: Awaited<ReturnType<typeof list>>[number]) => ({
        createdAt: createdAt.toISOString(),
        id: block.environmentId!,
      });
      const [second, first] = environments.map(({ environmentId }) => environmentId).sort();
      expect(await readPages(list, 1, keyOf)).toEqual([[first], [second], []]);
    });

    it('include those of a subject and its organization, and none of a missing one', async () => {
      const { organizationId } = await place().makeTree();
      const subjectId = await place().makeSubject(organizationId);
      const named = { subject: expect.any(String) as string, organization: expect.any(String) as string };
      expect(await place().names.namesOf(subjectId)).toEqual(named);
      expect(await place().names.namesOf(newId('subject'))).toBeUndefined();
    });
  });

  describe('a credential', () => {
    it('is resolved by its token until it is revoked', async () => {
      const { credentials } = place();
      const { organizationId } = await place().makeTree();
      const subjectId = await place().makeSubject(organizationId);
      const made = await place().makeCredential(subjectId);
      const { token, credentialId } = made;
      expect(await credentials.resolve(token)).toEqual({ credentialId, subjectId, class: 'management' });
      for (const wrong of [`${token}0`, ` ${token}`, token.slice(0, -1), token.toUpperCase(), ''])
        expect(await credentials.resolve(wrong), wrong).toBeUndefined();
      await place().revoke(made);
      expect(await credentials.resolve(token)).toBeUndefined();
    });
  });
}
