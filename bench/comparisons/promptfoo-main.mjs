import { performance } from 'node:perf_hooks';

// Runs promptfoo in a separate process: loads it once, reports that it is ready, and evaluates each suite that the
// parent sends.
const { default: promptfoo } = await import(process.argv[2]);

process.on('message', async ({ suite, atOnce }) => {
  const began = performance.now();
  const evaluated = await promptfoo.evaluate(
    { ...suite, writeLatestResults: false },
    { maxConcurrency: atOnce, cache: false, showProgressBar: false },
  );
  const tookMs = performance.now() - began;
  const { results } = await evaluated.toEvaluateSummary();
  const passed = {};
  for (const { success, provider } of results) if (success) passed[provider.label] = (passed[provider.label] ?? 0) + 1;
  process.send({ tookMs, passed });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
