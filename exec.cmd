@rem For scripts of package.json: what a shell of Unix does by itself.
@%*
