// The files that are started as threads and processes of their own. The executable knows each by its name alone, so the
// addresses are made here, beside the files: it has no folders.

export const clickWorkerFile = new URL('./click-worker.ts', import.meta.url)
export const deliveryWorkerFile = new URL('./delivery-worker.ts', import.meta.url)
export const renderWorkerFile = new URL('./render-worker.ts', import.meta.url)
