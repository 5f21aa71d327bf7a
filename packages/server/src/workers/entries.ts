// The files that run as separate threads and processes. Their URLs are created here, beside the files, because the
// executable has no folders and knows each file only by its name.

export const clickWorkerFile = new URL('./click-worker.ts', import.meta.url)
export const deliveryWorkerFile = new URL('./delivery-worker.ts', import.meta.url)
export const renderWorkerFile = new URL('./render-worker.ts', import.meta.url)
