/**
 * After `npm ci` in a checkout: bundles the modules of the local org's threads, so that its first start need not, and the
 * sf plugin, so that it can be linked at once. Without the development packages there is nothing to do.
 */
try {
  const { register } = await import('tsx/esm/api');
  register();
  const { OrgHost } = await import('../tools/local-org/src/server/org-host.ts');
  await OrgHost.prepare();
} catch (error) {
  process.stdout.write(`The local org's threads are not bundled yet (${error.message}); its first start will do it.\n`);
}
try {
  const { buildPlugin } = await import('../tools/plugin/build.mjs');
  await buildPlugin();
} catch (error) {
  process.stdout.write(`The sf plugin is not built (${error.message}); run \`npm run build\`.\n`);
}
process.exit(0);
