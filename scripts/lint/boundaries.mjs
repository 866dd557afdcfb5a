// `npm run boundaries`: checks every import against .dependency-cruiser.mjs, and checks that no folders of a layer
// import each other in a circle.
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { findKnots } from './folder-knots.mjs';

/** The folders outside the layers, which build, measure, demonstrate and test the product. */
const OUTSIDE = /^(bench|clients|examples|scripts|test|testing)\//;
/** The maximum number of imports that are printed for a circle. */
const SHOWN = 12;

const config = await extractDepcruiseConfig('./.dependency-cruiser.mjs');
const { options, ...ruleSet } = config;
const { output } = await cruise(
  ['.'],
  {
    ...options,
    ruleSet,
    validate: true,
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content', compress: false },
  },
  {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);

const report = await format(output, { outputType: 'err-long' });
console.log(report.output);

const imports = output.modules
  .filter(({ source }) => !OUTSIDE.test(source))
  .flatMap(({ source, dependencies }) =>
    dependencies
      .filter(
        ({ resolved, coreModule }) => !coreModule && resolved.includes('/') && !resolved.startsWith('node_modules/'),
      )
      .map(({ resolved }) => [source, resolved]),
  );
const knots = findKnots(imports);
for (const knot of knots) {
  console.error(`error folder-knot: ${knot.folder}: ${knot.rooms.join(', ')} import each other in a circle.`);
  console.error('  Move shared code into a folder below both, or code that imports both into a folder above.');
  for (const line of knot.imports.slice(0, SHOWN)) console.error(`    ${line}`);
  if (knot.imports.length > SHOWN) console.error(`    and ${knot.imports.length - SHOWN} more`);
}
process.exit(report.exitCode > 0 || knots.length > 0 ? 1 : 0);
