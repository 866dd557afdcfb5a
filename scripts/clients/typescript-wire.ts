import openapiTS, { astToString } from 'openapi-typescript';
import { openapiDocument } from '../openapi-document.ts';

const HEAD = `/**
 * The documents of the wire as TypeScript types. This file is made from api/openapi.json: run \`npm run generate\` after a
 * change, and edit nothing here.
 */
`;

/** `clients/typescript/wire.ts`: every named schema of the description as a type, so that the client needs no package of ours. */
export async function typescriptWire(): Promise<string> {
  const { openapi, info, components } = JSON.parse(await openapiDocument()) as Record<string, object>;
  const { schemas } = components as { schemas: object };
  const types = await openapiTS(JSON.stringify({ openapi, info, paths: {}, components: { schemas } }), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return HEAD + astToString(types);
}
