console.log('roundtable')
