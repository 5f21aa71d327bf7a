// The card of a link: what messengers and social networks read to show a preview of it.

export interface LinkCard {
  title: string | null
  description: string | null
  /** The absolute address of a picture. */
  image: string | null
  /** The short URL. */
  address: string
}

const Card = ({ title, description, image, address }: LinkCard) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>{title ?? address}</title>
      <meta name="robots" content="noindex" />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title ?? address} />
      {description === null ? null : (
        <>
          <meta name="description" content={description} />
          <meta property="og:description" content={description} />
        </>
      )}
      {image === null ? null : <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image === null ? 'summary' : 'summary_large_image'} />
    </head>
    <body>
      <p>
        <a href={address}>{title ?? address}</a>
      </p>
    </body>
  </html>
)

/** A complete HTML document. */
export const renderCard = (card: LinkCard): string => `<!doctype html>${<Card {...card} />}`
