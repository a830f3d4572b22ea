/** Runs the receiver's own command line, and ends it with the process that started it, however that ends. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel is there to be noticed when it closes, not to keep a receiver alive that has stopped.
process.channel?.unref();

await import(new URL('../bin/retrysafe-receiver.mjs', import.meta.resolve('@retrysafe/receiver')).href);
