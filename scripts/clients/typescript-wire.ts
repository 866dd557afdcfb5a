import openapiTS, { astToString } from 'openapi-typescript';
import { managementDocument } from '../management/management-document.ts';
import { openapiDocument } from '../openapi-document.ts';

/** `clients/typescript/wire.ts`: the documents of the customer lane. */
export async function typescriptWire(): Promise<string> {
  return wireOf(await openapiDocument(), 'api/openapi.json');
}

/** `clients/typescript/management/wire.ts`: those of the management plane. */
export async function typescriptManagementWire(): Promise<string> {
  return wireOf(await managementDocument(), 'api/management-openapi.json');
}

/** Every named schema of a description as a type, so that the client needs no package of ours. */
async function wireOf(description: string, file: string): Promise<string> {
  const { openapi, info, components } = JSON.parse(description) as Record<string, object>;
  const { schemas } = components as { schemas: object };
  const types = await openapiTS(JSON.stringify({ openapi, info, paths: {}, components: { schemas } }), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return `/**
 * The documents of the wire as TypeScript types. This file is made from ${file}: run \`npm run generate\` after a
 * change, and edit nothing here.
 */
${astToString(types)}`;
}
