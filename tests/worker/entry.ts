/** What the simulated queues deliver to. It keeps nothing: each test hands its batch to `queue()` itself. */
export default {
  fetch: () => new Response(null, { status: 404 }),
  queue: () => {},
} satisfies ExportedHandler<Env>;
