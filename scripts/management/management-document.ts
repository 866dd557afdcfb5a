import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManagementApp } from '../../api/composition/management-app.ts';
import type { ManagementPorts } from '../../api/management/ports/management-ports.ts';
import { MANAGEMENT_EPOCH } from '../../contracts/management/version.ts';
import { inertPort, unreachableFrame } from '../unreachable-ports.ts';
import { type Described, nextRevision } from './next-revision.ts';

const COMMITTED = join(import.meta.dirname, '../../api/management-openapi.json');

/** The OpenAPI document of the management plane, with its current version. */
export async function managementDocument(): Promise<string> {
  const document = await describe();
  const version = `${MANAGEMENT_EPOCH}.${nextRevision(MANAGEMENT_EPOCH, await committed(), document)}`;
  return JSON.stringify({ ...document, info: { ...document.info, version } }, null, 2);
}

/** The source of the module with the revision of the API. */
export async function managementRevision(): Promise<string> {
  const revision = nextRevision(MANAGEMENT_EPOCH, await committed(), await describe());
  return `/** The revision of the management API. \`npm run generate\` increments it when the document changes. Do not edit it. */
export const MANAGEMENT_REVISION = ${revision};
`;
}

async function describe(): Promise<Described> {
  const app = createManagementApp({
    ...unreachableFrame,
    tokens: inertPort as ManagementPorts['tokens'],
    sessions: inertPort as ManagementPorts['sessions'],
    users: inertPort as ManagementPorts['users'],
    accessAdministration: inertPort as ManagementPorts['accessAdministration'],
    credentials: inertPort as ManagementPorts['credentials'],
    passwords: inertPort as ManagementPorts['passwords'],
    evals: inertPort as ManagementPorts['evals'],
    annotationLeases: inertPort as ManagementPorts['annotationLeases'],
    loginLimits: inertPort as ManagementPorts['loginLimits'],
    installation: inertPort as ManagementPorts['installation'],
    installationKey: new Uint8Array(32),
    virtualKeys: inertPort as ManagementPorts['virtualKeys'],
    ownConfiguration: inertPort as ManagementPorts['ownConfiguration'],
    fleet: inertPort as ManagementPorts['fleet'],
    decisions: inertPort as ManagementPorts['decisions'],
    qualityWorkspaces: inertPort as ManagementPorts['qualityWorkspaces'],
    experiments: inertPort as ManagementPorts['experiments'],
    calibrations: inertPort as ManagementPorts['calibrations'],
  });
  await app.ready();
  const document = JSON.parse(JSON.stringify(app.swagger())) as Described;
  await app.close();
  return document;
}

/** The committed document; undefined if none exists yet. */
async function committed(): Promise<Described | undefined> {
  const text = await readFile(COMMITTED, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Described);
}
