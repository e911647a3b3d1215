/** Writes the phone's types of the API's schemas; `--check` only compares. The phone names its calls itself: of the ways there nothing is kept. */
import { readFile, writeFile } from 'node:fs/promises';

import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

const SPECIFICATION = new URL('../../openapi/openapi.json', import.meta.url);
const TYPES = new URL('../src/engine/api.d.ts', import.meta.url);

const specification = JSON.parse(await readFile(SPECIFICATION, 'utf8'));
const schemas = { ...specification, paths: {}, components: { schemas: specification.components.schemas } };
const written =
  COMMENT_HEADER +
  astToString(
    await openapiTS(schemas, { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true }),
  );

if (!process.argv.includes('--check')) await writeFile(TYPES, written);
else if ((await readFile(TYPES, 'utf8')) !== written) {
  process.stderr.write('src/engine/api.d.ts is not what the specification gives: make openapi\n');
  process.exitCode = 1;
}
