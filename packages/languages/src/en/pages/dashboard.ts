// The dashboard's document, until its script has loaded.

export const dashboardPage = {
  loading: 'Loading Linnet…',
  script: 'The dashboard needs JavaScript. Without it, go to',
  account: 'Account',
}
