// The baseline for Linnet: a server that only redirects.

Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch: () => new Response(null, { status: 302, headers: { Location: 'https://example.com/landing' } }),
})
